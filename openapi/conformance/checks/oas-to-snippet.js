import assert from 'node:assert/strict';
import snippetOf from '@readme/oas-to-snippet';
import Oas from 'oas';
import { createPath, form, requestExamples, runShell } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

export default {
  tool: '@readme/oas-to-snippet',
  proves: 'its curl command creates a task of the sandbox, but for the port',
  check: () =>
    withSandbox(async (url) => {
      const document = Oas.init(form());
      const operation = document.operation(createPath, 'post');
      const auth = { bearerAuth: key };
      const make = snippetOf.default ?? snippetOf;
      const { code } = make(document, operation, { body: requestExamples.text }, auth, 'shell');
      const { output } = await runShell(code.replace(form().servers[0].url, url));
      assert.match(output, /"status":\s*"pending"/);
    }),
};
