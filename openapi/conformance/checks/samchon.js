import assert from 'node:assert/strict';
import { HttpLlm, OpenApi } from '@samchon/openapi';
import { form } from '../context.js';

const routes = (document) => {
  const { functions, errors } = HttpLlm.application({ document: OpenApi.convert(document) });
  assert.deepEqual(errors, []);
  return functions.map(({ method, path }) => `${method} ${path}`);
};

export default {
  tool: '@samchon/openapi HttpLlm (flat profile)',
  proves: 'two functions, create and read, and no webhook that could be called',
  async check() {
    assert.deepEqual(routes(form('flat')), [
      'post /v1/videos/generations',
      'get /v1/tasks/{task_id}',
    ]);
  },
};
