import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { brokenForm, form } from '../context.js';

const isValid = async (document) => (await new Validator().validate(document)).valid;

export default {
  tool: '@seriousme/openapi-schema-validator',
  proves: 'valid OpenAPI 3.1; an answer without a description is refused',
  async check() {
    assert.equal(await isValid(form()), true);
    assert.equal(await isValid(brokenForm()), false);
  },
};
