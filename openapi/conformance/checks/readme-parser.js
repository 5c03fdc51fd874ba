import assert from 'node:assert/strict';
import { validate } from '@readme/openapi-parser';
import { brokenForm, form } from '../context.js';

const isValid = async (document) => (await validate(document)).valid;

export default {
  tool: '@readme/openapi-parser',
  proves: 'valid OpenAPI 3.1; an answer without a description is refused',
  async check() {
    assert.equal(await isValid(form()), true);
    assert.equal(await isValid(brokenForm()), false);
  },
};
