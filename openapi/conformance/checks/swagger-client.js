import assert from 'node:assert/strict';
import SwaggerClient from 'swagger-client';
import { form, requestExamples } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

export default {
  tool: 'swagger-client',
  proves: 'runs both operations by id against the sandbox, with the server variable and the key',
  check: () =>
    withSandbox(async (baseUrl) => {
      const { apis, errors } = await new SwaggerClient({
        spec: form(),
        authorizations: { bearerAuth: { value: key } },
      });
      assert.deepEqual(errors, []);
      const options = { server: '{baseUrl}', serverVariables: { baseUrl } };
      const created = await apis.Videos.createVideo(
        {},
        { ...options, requestBody: requestExamples.text },
      );
      assert.equal(created.body.status, 'pending');
      const read = await apis.Tasks.getTask({ task_id: created.body.id }, options);
      assert.ok(read.body.status);
    }),
};
