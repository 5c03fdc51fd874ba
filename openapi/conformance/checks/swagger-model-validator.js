import assert from 'node:assert/strict';
import SwaggerModelValidator from 'swagger-model-validator';
import { badRequests, form, requestExamples } from '../context.js';

export default {
  tool: 'swagger-model-validator (3.0 profile)',
  proves: 'takes every request example; refuses an unknown model and a missing prompt',
  async check() {
    const validator = new SwaggerModelValidator();
    const { schemas } = form('old').components;
    const accepts = (value) => validator.validate(value, schemas.GenerationRequest, schemas).valid;
    for (const [name, value] of Object.entries(requestExamples))
      assert.deepEqual([name, accepts(value)], [name, true]);
    for (const name of ['a model that no mode has', 'no prompt'])
      assert.deepEqual([name, accepts(badRequests[name])], [name, false]);
  },
};
