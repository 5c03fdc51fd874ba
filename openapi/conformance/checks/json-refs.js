import assert from 'node:assert/strict';
import jsonRefs from 'json-refs';
import { form } from '../context.js';

const broken = async (document) =>
  Object.values((await jsonRefs.resolveRefs(document)).refs).filter(({ missing }) => missing);

export default {
  tool: 'json-refs',
  proves: 'resolves every reference of the document; one that leads nowhere is found',
  async check() {
    assert.deepEqual(await broken(form()), []);
    const document = form();
    delete document.components.schemas.Task;
    assert.notDeepEqual(await broken(document), []);
  },
};
