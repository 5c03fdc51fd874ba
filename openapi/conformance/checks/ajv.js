import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { badRequests, form, requestExamples } from '../context.js';

// The form that refuses unknown keywords, so that a misspelt one is noticed too.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  discriminator: true,
});
addFormats.default(ajv);
ajv.addVocabulary(['x-evidence', 'x-constraint-evidence', 'x-unspecified', 'x-enum-varnames']);
ajv.addVocabulary(['x-polling-stops-at', 'example']);

/** The schema of the create request with its parts beside it; Ajv takes a discriminator without mapping only. */
function requestSchema(name) {
  const { schemas } = form(name).components;
  delete schemas.GenerationRequest.discriminator?.mapping;
  const text = JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/');
  const $defs = JSON.parse(text);
  // With a discriminator Ajv wants the enums in place.
  for (const { $ref } of $defs.GenerationRequest.oneOf) {
    const { properties } = $defs[$ref.split('/').at(-1)];
    properties.model = $defs[properties.model.$ref.split('/').at(-1)];
  }
  return { $defs, $ref: '#/$defs/GenerationRequest' };
}

export default {
  tool: 'Ajv (strict, discriminator)',
  proves:
    'compiles in strict mode; takes every request example, refuses the wrong ones; the strict profile as it is',
  async check() {
    for (const validate of ['bundle', 'strict'].map((name) => ajv.compile(requestSchema(name)))) {
      for (const [name, value] of Object.entries(requestExamples))
        assert.equal(validate(value), true, name);
      for (const [name, value] of Object.entries(badRequests))
        assert.equal(validate(value), false, name);
    }
  },
};
