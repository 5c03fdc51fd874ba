import assert from 'node:assert/strict';
import { join } from 'node:path';
import { dist, execute, here, key, requestExamples, withSandbox } from '../context.js';

const newman = (url, given, options = []) =>
  execute(join(here, 'node_modules/.bin/newman'), [
    ...['run', join(dist, 'postman.json'), ...options],
    ...['--env-var', `baseUrl=${url}`, '--env-var', `bearerToken=${given}`],
  ]);

export const proves = 'creates and reads a task of the sandbox, takes every shape; not a wrong key';

export const check = () =>
  withSandbox(async (url) => {
    const right = await newman(url, key);
    assert.equal(right.code, 0, right.output);
    const sent = right.output.match(/\[200 OK/g) ?? [];
    assert.equal(sent.length, 2 + Object.keys(requestExamples).length, right.output);
    assert.equal((await newman(url, 'wrong', ['--folder', 'Create and read'])).code, 1);
  });
