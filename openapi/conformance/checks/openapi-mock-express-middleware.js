import assert from 'node:assert/strict';
import express from 'express';
import { createMockMiddleware } from 'openapi-mock-express-middleware';
import { badRequests, createPath, form, requestExamples } from '../context.js';
import { send, withMiddleware } from '../http.js';

export default {
  tool: 'openapi-mock-express-middleware (3.0 profile)',
  proves: 'answers both operations with the examples; refuses a request without a prompt',
  async check() {
    const application = express().use(createMockMiddleware({ spec: form('old') }));
    await withMiddleware(application, async (url) => {
      const created = await send(url + createPath, { key: 'k', body: requestExamples.text });
      assert.deepEqual(created.body, { id: 'task_01HZX3V8K4', status: 'pending' });
      const read = await send(`${url}/v1/tasks/task_1`, { key: 'k' });
      assert.deepEqual([read.status, read.body.status], [200, 'pending']);
      const wrong = await send(url + createPath, { key: 'k', body: badRequests['no prompt'] });
      assert.equal(wrong.status, 400);
    });
  },
};
