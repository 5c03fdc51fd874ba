import assert from 'node:assert/strict';
import SwaggerClient from 'swagger-client';
import { form, requestExamples } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

export default {
  tool: 'swagger-client',
  proves: 'runs both operations by id against the sandbox, and fills the host of a server in',
  check: () =>
    withSandbox(async (url) => {
      const spec = form();
      const elsewhere = await SwaggerClient.buildRequest({
        ...{ spec, operationId: 'getTask', parameters: { task_id: 'a/b' } },
        ...{ server: 'https://{host}', serverVariables: { host: 'video.example.com/gateway' } },
      });
      assert.equal(elsewhere.url, 'https://video.example.com/gateway/v1/tasks/a%2Fb');

      spec.servers.push({ url });
      const { apis, errors } = await new SwaggerClient({
        spec,
        authorizations: { bearerAuth: { value: key } },
      });
      assert.deepEqual(errors, []);
      const options = { server: url };
      const created = await apis.Videos.createVideo(
        {},
        { ...options, requestBody: requestExamples.text },
      );
      assert.equal(created.body.status, 'pending');
      const read = await apis.Tasks.getTask({ task_id: created.body.id }, options);
      assert.ok(read.body.status);
    }),
};
