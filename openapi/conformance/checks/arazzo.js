import assert from 'node:assert/strict';
import { join } from 'node:path';
import { dist, key, redocly, withReceiver, withSandbox, withServer } from '../context.js';

const respect = (workflow, server, inputs = []) =>
  redocly(
    ...['respect', join(dist, 'arazzo.yaml'), '--workflow', workflow],
    ...['--server', `service=${server}`, '--input', `apiKey=${key}`],
    ...['--input', 'prompt=A paper boat', ...inputs],
  );

/** Exit code, and how often a task is read whose reads are answered so in turn. */
async function readsUntilEnd(answers) {
  let reads = 0;
  const completed = { body: { status: 'completed', results: ['https://a.example/a.mp4'] } };
  const answer = ({ method }) =>
    method === 'POST'
      ? { body: { id: 'task_1', status: 'pending' } }
      : (answers[reads++] ?? completed);
  return withServer(answer, async (url) => [(await respect('createAndPoll', url)).code, reads]);
}

export const proves =
  'both workflows pass on the sandbox; a failed task fails them, one that is gone is asked for once';

export async function check() {
  await withSandbox(async (url) => {
    const polled = await respect('createAndPoll', url);
    assert.equal(polled.code, 0, polled.output);
    await withReceiver(async (address, arrived) => {
      const told = await respect('createWithCallback', url, ['--input', `callbackUrl=${address}`]);
      assert.equal(told.code, 0, told.output);
      assert.equal((await arrived).status, 'completed');
    });
  });
  assert.deepEqual(await readsUntilEnd([{ body: { status: 'failed' } }]), [1, 1]);
  assert.deepEqual(await readsUntilEnd([{ status: 404 }]), [1, 1]);
  assert.deepEqual(await readsUntilEnd([{ status: 503 }]), [0, 2]);
}
