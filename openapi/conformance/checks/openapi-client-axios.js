import assert from 'node:assert/strict';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { form, requestExamples } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

export default {
  tool: 'openapi-client-axios',
  proves: 'takes the first server as it stands; creates and reads a task of the sandbox',
  check: () =>
    withSandbox(async (url) => {
      const definition = form();
      assert.equal(
        (await new OpenAPIClientAxios({ definition: form() }).init()).defaults.baseURL,
        'http://127.0.0.1:8787',
      );
      const api = new OpenAPIClientAxios({ definition, withServer: { url } });
      const client = await api.init();
      client.defaults.headers.authorization = `Bearer ${key}`;
      const created = await client.createVideo(null, requestExamples.text);
      assert.equal(created.data.status, 'pending');
      const read = await client.getTask({ task_id: created.data.id });
      assert.equal(read.status, 200);
    }),
};
