import assert from 'node:assert/strict';
import { compareOpenApi } from 'api-smart-diff';
import { form } from '../context.js';

export default {
  tool: 'api-smart-diff',
  proves: 'no difference to itself; a field of one mode that becomes required is breaking',
  async check() {
    assert.deepEqual(compareOpenApi(form(), form()).diffs, []);
    const document = form();
    document.components.schemas.TextToVideoRequest.required.push('duration');
    const { diffs } = compareOpenApi(form(), document);
    assert.ok(diffs.some(({ type }) => type === 'breaking'));
  },
};
