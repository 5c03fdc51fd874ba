import assert from 'node:assert/strict';
import Oas from 'oas';
import { createPath, form, requestExamples } from '../context.js';

export default {
  tool: 'oas (ReadMe)',
  proves: 'finds server, operations, request examples, callback and webhook',
  async check() {
    const oas = new Oas(form());
    assert.equal(oas.url(), 'http://127.0.0.1:8787');
    const create = oas.operation(createPath, 'post');
    assert.equal(create.getOperationId(), 'createVideo');
    const [{ examples }] = create.getRequestBodyExamples();
    assert.equal(examples.length, Object.keys(requestExamples).length);
    assert.equal(create.getCallbacks().length, 1);
    assert.deepEqual(Object.keys(oas.getWebhooks()), ['taskFinished']);
  },
};
