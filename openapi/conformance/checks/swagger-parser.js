import assert from 'node:assert/strict';
import SwaggerParser from '@apidevtools/swagger-parser';
import { brokenForm, form } from '../context.js';

const isValid = (document) =>
  SwaggerParser.validate(document).then(
    () => true,
    () => false,
  );

export default {
  tool: '@apidevtools/swagger-parser',
  proves: 'valid OpenAPI 3.1; an answer without a description is refused',
  async check() {
    assert.equal(await isValid(form()), true);
    assert.equal(await isValid(brokenForm()), false);
  },
};
