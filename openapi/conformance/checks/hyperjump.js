import assert from 'node:assert/strict';
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { brokenForm, form } from '../context.js';

const schema = 'https://spec.openapis.org/oas/3.1/schema-base';
const isValid = async (document) => (await validate(schema, document)).valid;

export default {
  tool: '@hyperjump/json-schema',
  proves: 'every schema valid in the OAS 3.1 dialect; an answer without a description is refused',
  async check() {
    assert.equal(await isValid(form()), true);
    assert.equal(await isValid(brokenForm()), false);
  },
};
