import assert from 'node:assert/strict';
import { fromOpenApi } from '@mswjs/source/open-api';
import { getResponse } from 'msw';
import { createPath, form } from '../context.js';

const server = 'http://127.0.0.1:8787';

export default {
  tool: '@mswjs/source',
  proves: 'its handlers answer at the first server with the examples of the document',
  async check() {
    const handlers = await fromOpenApi(form());
    const created = await getResponse(
      handlers,
      new Request(server + createPath, { method: 'POST' }),
    );
    assert.equal((await created.json()).status, 'pending');
    const read = await getResponse(handlers, new Request(`${server}/v1/tasks/task_1`));
    assert.ok((await read.json()).status);
    assert.equal(await getResponse(handlers, new Request(`${server}/v1/videos`)), undefined);
  },
};
