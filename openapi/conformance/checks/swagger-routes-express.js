import assert from 'node:assert/strict';
import express from 'express';
import { connector } from 'swagger-routes-express';
import { createPath, form, requestExamples } from '../context.js';
import { send, withMiddleware } from '../http.js';

const handlers = {
  createVideo: (request, response) => response.json({ id: 'task_1', status: 'pending' }),
  getTask: (request, response) => response.json({ id: request.params.task_id, status: 'pending' }),
};
const security = {
  bearerAuth: ({ headers }, response, next) =>
    headers.authorization ? next() : response.status(401).json({}),
};

export default {
  tool: 'swagger-routes-express',
  proves: 'routes both operations by their ids, and asks for the key',
  async check() {
    const application = express();
    connector(handlers, form(), { security })(application);
    await withMiddleware(application, async (url) => {
      const create = (key) => send(url + createPath, { key, body: requestExamples.text });
      assert.equal((await create()).status, 401);
      assert.equal((await create('k')).body.id, 'task_1');
      assert.equal((await send(`${url}/v1/tasks/a`, { key: 'k' })).body.id, 'a');
    });
  },
};
