import assert from 'node:assert/strict';
import { join } from 'node:path';
import { dist, requestExamples, run } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

const collection = join(dist, 'postman.json');

/** Runs the collection as the README says. */
async function newman(url, given, options = []) {
  const variables = [`baseUrl=${url}`, `bearerToken=${given}`];
  const set = variables.flatMap((pair) => ['--env-var', pair]);
  return run('newman', ['run', collection, ...set, ...options]);
}

export default {
  tool: 'Postman collection (newman)',
  proves: 'creates and reads a task of the sandbox, takes every shape; a wrong key fails it',
  check: () =>
    withSandbox(async (url) => {
      const right = await newman(url, key);
      assert.equal(right.code, 0, right.output);
      const sent = right.output.match(/\[200 OK/g) ?? [];
      assert.equal(sent.length, 2 + Object.keys(requestExamples).length, right.output);
      const wrong = await newman(url, 'wrong-key', ['--folder', 'Create and read']);
      assert.equal(wrong.code, 1, wrong.output);
    }),
};
