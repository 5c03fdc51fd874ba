import assert from 'node:assert/strict';
import { openApiToBruno } from '@usebruno/converters';
import { form } from '../context.js';

const requestsOf = (items) =>
  items.flatMap((item) => (item.items ? requestsOf(item.items) : [item]));

export default {
  tool: 'Bruno',
  proves: 'the imported collection has both requests, a body and the bearer key',
  async check() {
    const collection = await openApiToBruno(form());
    const requests = requestsOf(collection.items);
    assert.deepEqual(
      requests.map(({ name, request }) => [name, request.method]),
      [
        ['Create a video', 'POST'],
        ['Read a task', 'GET'],
      ],
    );
    assert.equal(collection.root.request.auth.mode, 'bearer');
    assert.ok(JSON.parse(requests[0].request.body.json).prompt);
  },
};
