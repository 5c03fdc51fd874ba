import assert from 'node:assert/strict';
import openapiDiff from 'openapi-diff';
import { createPath, form } from '../context.js';

const spec = (document) => ({
  content: JSON.stringify(document),
  location: 'memory',
  format: 'openapi3',
});

const isBreaking = async (document) => {
  const specs = { sourceSpec: spec(form('old')), destinationSpec: spec(document) };
  return (await openapiDiff.diffSpecs(specs)).breakingDifferencesFound;
};

export default {
  tool: 'openapi-diff (3.0 profile)',
  proves: 'no difference to itself; a required field more, and an operation less, are breaking',
  async check() {
    assert.equal(await isBreaking(form('old')), false);
    const stricter = form('old');
    stricter.components.schemas.GenerationRequest.required.push('duration');
    assert.equal(await isBreaking(stricter), true);
    const poorer = form('old');
    delete poorer.paths[createPath];
    assert.equal(await isBreaking(poorer), true);
  },
};
