import assert from 'node:assert/strict';
import { join } from 'node:path';
import { redocly, dist } from '../context.js';
import { withReceiver, withServer, within } from '../http.js';
import { key, withSandbox } from '../sandbox.js';

const arazzo = join(dist, 'arazzo.yaml');

const respect = (workflow, server, inputs = []) =>
  redocly(
    ...['respect', arazzo, '--workflow', workflow, '--server', `videogen=${server}`],
    ...['--input', `apiKey=${key}`, '--input', 'prompt=A paper boat', ...inputs],
  );

/** Exit code, and how often a task is read whose reads are answered by these statuses in turn. */
async function readsUntilEnd(statuses) {
  let reads = 0;
  const answer = ({ method }) =>
    method === 'POST'
      ? { body: { id: 'task_1', status: 'pending' } }
      : { status: statuses[reads++] ?? 200, body: { status: 'completed', results: ['https://a'] } };
  return withServer(answer, async (url) => {
    const { code } = await within(60, 'end of the workflow', respect('createAndPoll', url));
    return [code, reads];
  });
}

export default {
  tool: 'redocly respect (Arazzo)',
  proves:
    'create-and-poll and create-with-callback pass on the sandbox; a failed task fails them, one that is gone is asked for once',
  async check() {
    await withSandbox(async (url) => {
      const polled = await respect('createAndPoll', url);
      assert.equal(polled.code, 0, polled.output);

      await withReceiver(async (callbackUrl, arrived) => {
        const told = await respect('createWithCallback', url, [
          '--input',
          `callbackUrl=${callbackUrl}`,
        ]);
        assert.equal(told.code, 0, told.output);
        assert.equal((await within(10, 'callback', arrived)).status, 'completed');
      });
    });

    const failing = ({ method }) => ({
      body: { id: 'task_1', status: method === 'POST' ? 'pending' : 'failed' },
    });
    await withServer(failing, async (url) => {
      const { code, output } = await respect('createAndPoll', url);
      assert.equal(code, 1, output);
      assert.match(output, /completed/);
    });

    assert.deepEqual(await readsUntilEnd([404, 200]), [1, 1]);
    assert.deepEqual(await readsUntilEnd([503, 200]), [0, 2]);
  },
};
