import assert from 'node:assert/strict';
import { Comparator } from '@pactflow/openapi-pact-comparator';
import { createPath, form, requestExamples } from '../context.js';

const json = { 'Content-Type': 'application/json' };
const headers = { Authorization: 'Bearer k', Accept: 'application/json' };
const creates = (body) => ({
  description: 'create',
  request: { method: 'POST', path: createPath, headers: { ...headers, ...json }, body },
  response: { status: 200, headers: json, body: { id: 'task_1', status: 'pending' } },
});
const reads = (body) => ({
  description: 'read',
  request: { method: 'GET', path: '/v1/tasks/task_1', headers },
  response: { status: 200, headers: json, body },
});
const image = { model: requestExamples.imageFirstFrame.model, prompt: 'x' };

/** What a provider of the document would break of a consumer's contract. */
async function faults(name, interactions) {
  const metadata = { pactSpecification: { version: '2.0.0' } };
  const pact = { consumer: { name: 'c' }, provider: { name: 'p' }, interactions, metadata };
  const found = [];
  for await (const { code } of new Comparator({ oas: form(name) }).compare(pact)) found.push(code);
  return [...new Set(found)];
}

export default {
  tool: 'Pact, by openapi-pact-comparator (strict and flat profile)',
  proves:
    'a consumer of every example is served; one that forgets an image, or invents a field, is not',
  async check() {
    const good = [...Object.values(requestExamples).map(creates), reads({ status: 'pending' })];
    for (const name of ['strict', 'flat']) {
      assert.deepEqual(await faults(name, good), []);
      assert.deepEqual(await faults(name, [creates(image)]), ['request.body.incompatible']);
    }
    const wrong = await faults('flat', [reads({ status: 7 })]);
    assert.deepEqual(wrong, ['response.body.incompatible']);
  },
};
