import assert from 'node:assert/strict';
import SwaggerParser from '@apidevtools/swagger-parser';
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import oasValidator from 'oas-validator';
import { form } from '../context.js';

const passes = (promise) =>
  promise.then(
    () => true,
    () => false,
  );

const validators = [
  ['document', (it) => passes(SwaggerParser.validate(it))],
  [
    'document',
    async (it) => (await validate('https://spec.openapis.org/oas/3.1/schema-base', it)).valid,
  ],
  ['swagger', (it) => passes(SwaggerParser.validate(it))],
  ['old', (it) => passes(oasValidator.validate(it, {}))],
];

export const proves = 'three validators take the document and the old profiles, and no broken one';

export async function check() {
  for (const [name, isValid] of validators) {
    const broken = form(name);
    delete broken.paths['/v1/tasks/{task_id}'].get.responses['200'].description;
    assert.deepEqual([await isValid(form(name)), await isValid(broken)], [true, false]);
  }
}
