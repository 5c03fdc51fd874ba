import assert from 'node:assert/strict';
import addFormats from 'ajv-formats';
import { OpenAPIBackend } from 'openapi-backend';
import { badRequests, createPath, form, requestExamples } from '../context.js';

const api = new OpenAPIBackend({
  definition: form(),
  // Its own check of the document knows 3.0 only.
  quick: true,
  ajvOpts: { strict: false },
  customizeAjv: (ajv) => addFormats(ajv),
  handlers: {
    createVideo: () => 'created',
    getTask: (context) => context.request.params.task_id,
    validationFail: () => 'refused',
    unauthorizedHandler: () => 'unauthorized',
  },
  securityHandlers: {
    bearerAuth: ({ request }) => request.headers.authorization === 'Bearer k',
  },
});

const json = { 'content-type': 'application/json' };
const create = (body, headers = { authorization: 'Bearer k' }) =>
  api.handleRequest({
    method: 'POST',
    path: createPath,
    body,
    headers: { ...json, ...headers },
  });
const isValid = (body) => api.validateResponse(body, 'getTask', 200).valid;

export default {
  tool: 'openapi-backend',
  proves: 'routes by operationId; keys, requests and answers are checked',
  async check() {
    await api.init();
    for (const [name, body] of Object.entries(requestExamples))
      assert.deepEqual([name, await create(body)], [name, 'created']);
    for (const [name, body] of Object.entries(badRequests))
      assert.deepEqual([name, await create(body)], [name, 'refused']);
    assert.equal(await create(requestExamples.text, {}), 'unauthorized');
    assert.equal(isValid({ status: 'new' }), true);
    assert.equal(isValid({ progress: 4 }), false);
  },
};
