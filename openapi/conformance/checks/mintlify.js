import assert from 'node:assert/strict';
import { validate } from '@mintlify/openapi-parser';
import { brokenForm, form } from '../context.js';

export default {
  tool: '@mintlify/openapi-parser',
  proves: 'valid OpenAPI in all forms; an answer without a description is refused',
  async check() {
    for (const name of ['bundle', 'strict', 'flat', 'old'])
      assert.deepEqual([name, (await validate(form(name))).valid], [name, true]);
    assert.equal((await validate(brokenForm())).valid, false);
  },
};
