import assert from 'node:assert/strict';
import express from 'express';
import expressOpenapi from 'express-openapi';
import { badRequests, createPath, form, requestExamples } from '../context.js';
import { send, withMiddleware } from '../http.js';

const operations = {
  createVideo: (request, response) => response.json({ id: 'task_1', status: 'pending' }),
  getTask: (request, response) => response.json({ id: request.params.task_id, status: 'pending' }),
};
const securityHandlers = { bearerAuth: ({ headers }) => Boolean(headers.authorization) };

export default {
  tool: 'express-openapi (3.0 profile)',
  proves: 'serves both operations; 401 without a key, 400 without a prompt',
  async check() {
    const app = express().use(express.json());
    const options = { operations, securityHandlers, exposeApiDocs: false };
    await expressOpenapi.initialize({ app, apiDoc: form('old'), ...options });
    // Express knows an error handler by its four parameters.
    app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({}));
    await withMiddleware(app, async (url) => {
      const create = (body, key) => send(url + createPath, { key, body });
      assert.equal((await create(requestExamples.text)).status, 401);
      for (const [name, body] of Object.entries(requestExamples))
        assert.deepEqual([name, (await create(body, 'k')).status], [name, 200]);
      assert.equal((await create(badRequests['no prompt'], 'k')).status, 400);
      assert.equal((await send(`${url}/v1/tasks/a`, { key: 'k' })).body.id, 'a');
    });
  },
};
