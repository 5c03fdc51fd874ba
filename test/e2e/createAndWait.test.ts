import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { downloadBinary, type Execution } from '../../playground/index.ts';
import { chosenLine } from './lines.ts';
import { isFromOutside, staysAwake } from './realN8n.ts';
import {
  createNode,
  end,
  line,
  real,
  releases,
  retry,
  start,
  tasksOf,
  untilAsleep,
  useRealN8n,
} from './waiting.ts';

useRealN8n(() => ({ sandboxArgs: ['--renderer', 'instant'] }));

const startLine = (id: string, prompts: string[]) => start(line(id, prompts, [createNode()]));
/** n8n 1 may show what has just fallen asleep as crashed. Of n8n 2, one may be awake to be renewed. */
const mostCrashed = chosenLine.name === 'n8n 1' ? 2 : 1;

async function expectDelivered(execution: Execution, prompts: string[]): Promise<void> {
  expect(execution.data.resultData.error).toBeUndefined();
  expect(execution.status).toBe('success');
  const tasks = await tasksOf(prompts);
  expect(tasks.map(({ prompt }) => prompt)).toEqual(prompts);
  const items = releases(execution).flat();
  expect(items.map(({ json }) => json.id).toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
  for (const { json, binary } of items) {
    expect(json).toMatchObject({ status: 'completed', paid: 'yes' });
    const file = await downloadBinary(real.client, binary!.data!);
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
}

const batch = (name: string, leastSeconds = 0) =>
  [9, 3, 15, 6].map((more, n) => `${name} ${n} sandbox:takes=${leastSeconds + more}`);

/** Long enough for all of them to be asleep when n8n is killed, behind the tests above that. */
const asleep = [
  { id: 'killed-one', prompts: ['killed one sandbox:takes=90'] },
  { id: 'killed-batch', prompts: batch('killed', 90) },
];
const isKilled = !isFromOutside && !staysAwake;
const killedIds: string[] = [];
let asleepSinceMs: number;

beforeAll(async () => {
  if (!isKilled) return;
  for (const { id, prompts } of asleep) killedIds.push(await startLine(id, prompts));
  for (const [n, { prompts }] of asleep.entries()) await untilAsleep(killedIds[n]!, prompts);
  asleepSinceMs = Date.now();
});

// They wait more than they work.
describe('Create and Wait on a real n8n', { concurrent: true }, () => {
  it('brings a batch together, and sleeps from when it is ordered until it is ready', async () => {
    const prompts = batch('together', 10);
    const id = await startLine('together', prompts);
    const timerMs = staysAwake ? Infinity : await untilAsleep(id, prompts);
    const execution = await end(id);
    await expectDelivered(execution, prompts);
    expect(execution.data.resultData.runData['Create Video']).toHaveLength(1);
    expect(Date.parse(execution.stoppedAt!)).toBeLessThan(timerMs);
  });

  it.skipIf(staysAwake)('brings the video of a stopped execution that is retried', async () => {
    const prompts = ['stopped sandbox:takes=20'];
    const id = await startLine('stopped', prompts);
    await untilAsleep(id, prompts);
    await real.client.post(`/rest/executions/${id}/stop`, {});
    const anew = real.client.post(`/rest/executions/${id}/retry`, { loadWorkflow: true });
    await expect(anew).rejects.toThrow('choose “Retry with original workflow”');
    await expectDelivered(await retry(id), prompts);
  });
});

it.runIf(isKilled)(
  'comes home by itself from its sleep when n8n is killed, and pays nothing twice',
  async () => {
    // Who has slept for less than half a minute comes home by its own timer, within 20 minutes.
    await setTimeout(Math.max(0, asleepSinceMs + 35_000 - Date.now()));
    await real.killAndRestart();
    let crashed = 0;
    for (const [n, { prompts }] of asleep.entries()) {
      const execution = await end(killedIds[n]!);
      const isCrashed = execution.status === 'crashed';
      crashed += Number(isCrashed);
      await expectDelivered(isCrashed ? await retry(execution.id) : execution, prompts);
    }
    expect(crashed).toBeLessThanOrEqual(mostCrashed);
  },
);
