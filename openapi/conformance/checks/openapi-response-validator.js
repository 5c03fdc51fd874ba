import assert from 'node:assert/strict';
import validator from 'openapi-response-validator';
import { createPath, form } from '../context.js';

export default {
  tool: 'openapi-response-validator (3.0 profile)',
  proves:
    'takes a refusal with a body and a task with unknown fields; an id that is a number fails',
  async check() {
    const { paths, components } = form('old');
    const { responses } = paths[createPath].post;
    const answers = new validator.default({ responses, components });
    const faults = (code, body) => answers.validateResponse(code, body)?.errors ?? [];
    assert.deepEqual(faults(401, { error: { message: 'no key' } }), []);
    assert.deepEqual(faults(200, { id: 'task_1', status: 'queued', created: 1 }), []);
    assert.equal(faults(200, { id: 1, status: 'pending' }).length, 1);
  },
};
