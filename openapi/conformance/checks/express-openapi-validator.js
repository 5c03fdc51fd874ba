import assert from 'node:assert/strict';
import { once } from 'node:events';
import express from 'express';
import validator from 'express-openapi-validator';
import { badRequests, createPath, form, requestExamples } from '../context.js';
import { send } from '../http.js';

/** The document with the server at the root, where this application stands. */
const apiSpec = () => ({ ...form(), servers: [{ url: '/' }] });

function application() {
  const app = express();
  app.use(express.json());
  app.use(
    validator.middleware({ apiSpec: apiSpec(), validateResponses: true, validateFormats: true }),
  );
  app.post(createPath, (request, response) => response.json({ id: 'task_1', status: 'pending' }));
  app.get('/v1/tasks/:task_id', (request, response) =>
    response.json(request.params.task_id === 'honest' ? { status: 'new' } : { results: [] }),
  );
  // Express knows an error handler by its four parameters.
  app.use((error, _request, response, _next) =>
    response.status(error.status ?? 500).json({ message: error.message }),
  );
  return app;
}

export default {
  tool: 'express-openapi-validator',
  proves: '401 without a key, 400 for wrong requests, 500 for an answer without a status',
  async check() {
    const server = application().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${server.address().port}`;
    try {
      const create = (body, key = 'k') => send(`${url}${createPath}`, { key, body });
      assert.equal((await create(requestExamples.text, null)).status, 401);
      for (const [name, body] of Object.entries(requestExamples))
        assert.deepEqual([name, (await create(body)).status], [name, 200]);
      for (const [name, body] of Object.entries(badRequests))
        assert.deepEqual([name, (await create(body)).status], [name, 400]);
      assert.equal((await send(`${url}/v1/tasks/honest`, { key: 'k' })).status, 200);
      assert.equal((await send(`${url}/v1/tasks/lying`, { key: 'k' })).status, 500);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};
