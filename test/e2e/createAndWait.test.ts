import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstPageSize } from '../../nodes/CreateVideo/pay/Ledger.ts';
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
  until,
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
    const prompts = ['stopped sandbox:takes=30'];
    const id = await startLine('stopped', prompts);
    await untilAsleep(id, prompts);
    await real.client.post(`/rest/executions/${id}/stop`, {});
    const anew = real.client.post(`/rest/executions/${id}/retry`, { loadWorkflow: true });
    await expect(anew).rejects.toThrow('choose “Retry with original workflow”');
    await expectDelivered(await retry(id), prompts);
  });
});

describe.skipIf(isFromOutside || staysAwake)('Create and Wait, when n8n is killed', () => {
  // Long enough for all of them to be asleep when n8n is killed.
  const asleep = [
    { id: 'killed-one', prompts: ['killed one sandbox:takes=120'] },
    { id: 'killed-batch', prompts: batch('killed', 120) },
  ];
  const amid = Array.from(
    { length: 40 },
    (_, row) => `amid ${row} sandbox:takes=3 sandbox:latency@createVideo=4000`,
  );
  const ids: Record<string, string> = {};
  let madeBefore: number;

  beforeAll(async () => {
    for (const { id, prompts } of asleep) ids[id] = await startLine(id, prompts);
    for (const { id, prompts } of asleep) await untilAsleep(ids[id]!, prompts);
    // Who has slept for less than half a minute comes home by its own timer, within 20 minutes.
    await setTimeout(35_000);
    ids.amid = await startLine('killed-amid', amid);
    await until(async () => (await tasksOf(amid)).length > firstPageSize);
    await real.killAndRestart();
    madeBefore = (await tasksOf(amid)).length;
  });

  it('comes home by itself from its sleep, and pays nothing twice', async () => {
    let crashed = 0;
    for (const { id, prompts } of asleep) {
      const execution = await end(ids[id]!);
      const isCrashed = execution.status === 'crashed';
      crashed += Number(isCrashed);
      await expectDelivered(isCrashed ? await retry(ids[id]!) : execution, prompts);
    }
    expect(crashed).toBeLessThanOrEqual(mostCrashed);
  });

  it('pays nothing twice of a batch, and knows all rows but one page', async () => {
    const killed = await end(ids.amid!);
    const last = killed.status === 'success' ? killed : await retry(ids.amid!);

    const tasks = await tasksOf(amid);
    expect(new Set(tasks.map(({ prompt }) => prompt)).size).toBe(tasks.length);
    const text = JSON.stringify(last.data);
    const unknown = new Set(text.match(/"row":\d+,"paid":"unknown"/g));
    console.log(`${madeBefore} made when killed; rows unknown: ${unknown.size}`);
    expect(unknown.size).toBeLessThanOrEqual(2 * firstPageSize);
    const unnamed = tasks.filter((task) => !text.includes(task.id));
    expect(unnamed.length).toBeLessThanOrEqual(unknown.size);
    // What is not unknown is made, and named.
    expect(tasks.length - unnamed.length).toBe(amid.length - unknown.size);
  });
});
