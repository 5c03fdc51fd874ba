import assert from 'node:assert/strict';
import { badRequests, bundleFile, createPath, form, requestExamples } from '../context.js';
import { send, within, withReceiver } from '../http.js';
import { withPrism } from '../prism.js';

const key = 'any-key';
const taskExamples =
  form('dereferenced').paths['/v1/tasks/{task_id}'].get.responses['200'].content['application/json']
    .examples;

export default {
  tool: 'Prism mock',
  proves: '401 without a key, 422 for wrong requests, examples served, the callback delivered',
  check: () =>
    withPrism(['mock', bundleFile], async (url) => {
      const create = (body, given = key) => send(`${url}${createPath}`, { key: given, body });

      assert.equal((await create(requestExamples.text, null)).status, 401);
      for (const [name, body] of Object.entries(requestExamples)) {
        if (body.callback_url) continue;
        const { status, body: task } = await create(body);
        assert.deepEqual([name, status, task.status], [name, 200, 'pending']);
      }
      for (const [name, body] of Object.entries(badRequests))
        assert.deepEqual([name, (await create(body)).status], [name, 422]);

      const chosen = await fetch(`${url}/v1/tasks/task_1`, {
        headers: { authorization: `Bearer ${key}`, prefer: 'example=completed' },
      });
      assert.deepEqual(await chosen.json(), taskExamples.completed.value);

      await withReceiver(async (callback_url, arrived) => {
        await create({ ...requestExamples.text, callback_url });
        const notice = await within(10, 'callback', arrived);
        // It posts any one of the examples.
        assert.ok(['completed', 'failed'].includes(notice.status), JSON.stringify(notice));
      });
    }),
};
