import assert from 'node:assert/strict';
import { createMockServer } from '@scalar/mock-server';
import { createPath, form, requestExamples } from '../context.js';

export default {
  tool: '@scalar/mock-server (3.0 profile)',
  proves: 'answers both operations with the examples of the document, and nothing else',
  async check() {
    // It takes a `default` answer, which the document has, for the one to give.
    const server = await createMockServer({ specification: form('old') });
    const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
    const body = JSON.stringify(requestExamples.text);
    const created = await server.request(createPath, { method: 'POST', headers, body });
    assert.deepEqual(await created.json(), { id: 'task_01HZX3V8K4', status: 'pending' });
    const read = await server.request('/v1/tasks/task_1', { headers });
    assert.equal((await read.json()).status, 'pending');
    assert.equal((await server.request('/v1/videos', { headers })).status, 404);
  },
};
