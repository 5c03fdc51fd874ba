import assert from 'node:assert/strict';
import validator from 'oas-validator';
import { brokenForm, form } from '../context.js';

const isValid = (document) =>
  validator.validate(document, {}).then(
    ({ valid }) => valid,
    () => false,
  );

export default {
  tool: 'oas-validator (3.0 profile)',
  proves: 'valid OpenAPI 3.0; an answer without a description is refused',
  async check() {
    assert.equal(await isValid(form('old')), true);
    assert.equal(await isValid(brokenForm('old')), false);
  },
};
