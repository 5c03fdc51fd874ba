import assert from 'node:assert/strict';
import snippets from 'openapi-snippet';
import { createPath, form, runShell } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

export default {
  tool: 'openapi-snippet',
  proves: 'its curl command creates a task of the sandbox, but for the key and the port',
  check: () =>
    withSandbox(async (url) => {
      const made = snippets.getEndpointSnippets(form(), createPath, 'post', ['shell_curl']);
      const command = made.snippets[0].content;
      assert.match(command, /http:\/\/127\.0\.0\.1:8787/);
      const real = command
        .replace('http://127.0.0.1:8787', url)
        .replace('REPLACE_BEARER_TOKEN', key);
      const { code, output } = await runShell(`${real} --silent`);
      assert.equal(code, 0, output);
      assert.match(output, /"status":"pending"/);
    }),
};
