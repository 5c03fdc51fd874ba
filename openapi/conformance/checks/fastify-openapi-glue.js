import assert from 'node:assert/strict';
import addFormats from 'ajv-formats';
import Fastify from 'fastify';
import glue from 'fastify-openapi-glue';
import { badRequests, createPath, form, requestExamples } from '../context.js';

export default {
  tool: 'fastify-openapi-glue',
  proves: 'routes from the document; wrong requests refused, the security handler asked',
  async check() {
    const app = Fastify({
      ajv: { customOptions: { strict: false }, plugins: [addFormats.default ?? addFormats] },
    });
    await app.register(glue, {
      specification: form('dereferenced'),
      serviceHandlers: {
        createVideo: async () => ({ id: 'task_1', status: 'pending' }),
        getTask: async ({ params }) => ({ id: params.task_id, status: 'a new state' }),
      },
      securityHandlers: {
        bearerAuth: async ({ headers }) => {
          if (headers.authorization !== 'Bearer k') throw new Error('no key');
        },
      },
    });
    const headers = { authorization: 'Bearer k' };
    const create = (payload, given = headers) =>
      app.inject({ method: 'POST', url: createPath, payload, headers: given });
    assert.equal((await create(requestExamples.text, {})).statusCode, 401);
    for (const [name, body] of Object.entries(requestExamples))
      assert.deepEqual([name, (await create(body)).statusCode], [name, 200]);
    for (const [name, body] of Object.entries(badRequests))
      assert.deepEqual([name, (await create(body)).statusCode], [name, 400]);
    const read = await app.inject({ url: '/v1/tasks/task_1', headers });
    assert.deepEqual(read.json(), { id: 'task_1', status: 'a new state' });
    await app.close();
  },
};
