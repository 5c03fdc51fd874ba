import { waitFor } from '../../../playground/index.ts';
import { countOpen, install, listExecutions, trigger } from '../n8n/runs.ts';
import { useNewAccount, type Rig } from '../n8n/startRig.ts';
import { createByHand, queryByHand } from '../n8n/workflows/httpRequests.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { createVideo, waitCalled, waitForVideo } from '../n8n/workflows/own.ts';
import { onWebhook } from '../n8n/workflows/start.ts';
import { untilCalled } from '../n8n/workflows/untilCalled.ts';
import { cpuSeconds } from '../process/usage.ts';
import { promptTaking } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';

const executions = 200;
const videoSeconds = 20;
const timeoutMs = 10 * 60_000;
const pollMs = 1_000;

/** CPU time of n8n for executions of one video each: the whole of it, and until when it takes. */
export const sleepCpu: Measure = {
  name: 'sleep-cpu',
  runs: 2,
  seconds: { start: 20, run: 140 },
  async take({ runs, rig, size }) {
    const bench = await rig();
    await installSleepers(bench);
    const count = size(executions);
    const contenders = Object.fromEntries(
      Object.entries(sleeperIds).map(([name, id]) => [name, () => measure(bench, id, count)]),
    );
    // The first run of any code is compiled while it runs.
    for (const id of Object.values(sleeperIds)) await measure(bench, id, 10, 1);
    return await alternate(runs, contenders);
  },
};

const sleeperIds = {
  watched: 'sleep-watched',
  called: 'sleep-called',
  waitNode: 'sleep-wait-node',
  byHand: 'sleep-by-hand',
};

/** Stores a workflow for each contender. */
export async function installSleepers(rig: Rig): Promise<void> {
  const { credentials } = rig;
  const ids = sleeperIds;
  await install(rig, onWebhook(ids.watched, [createVideo(credentials), waitForVideo(credentials)]));
  await install(rig, waitCalled(ids.called, credentials));
  const called = [
    createByHand(rig, '$execution.resumeUrl'),
    untilCalled(ids.waitNode),
    queryByHand(rig, "$('Create by Hand').item.json.id"),
  ];
  await install(rig, onWebhook(ids.waitNode, called));
  await install(rig, loopByHand(ids.byHand, rig));
}

/** Runs executions of one video each at the same time, until the last one has ended. */
export async function measure(
  rig: Rig,
  workflowId: string,
  count: number,
  seconds = videoSeconds,
): Promise<Record<string, number>> {
  rig.service.reset();
  await useNewAccount([rig]);
  const startedAtMs = Date.now();
  const before = cpuSeconds(rig.n8n.pid);
  for (let index = 0; index < count; index++)
    await trigger(rig, workflowId, [promptTaking(seconds)]);
  const isOver = async () => (await countOpen(rig.client, workflowId)) === 0 || undefined;
  await waitFor(isOver, timeoutMs, () => new Error(`${workflowId} has not ended`), pollMs);
  const used = cpuSeconds(rig.n8n.pid) - before;
  const listed = (await listExecutions(rig.client, workflowId)).slice(0, count);
  const ends = listed.map(({ stoppedAt }) => Date.parse(stoppedAt!));
  return {
    cpuSeconds: used,
    lastHomeSeconds: (Math.max(...ends) - startedAtMs) / 1_000,
    failed: listed.filter(({ status }) => status !== 'success').length,
    looksPerTask: looksOf(rig) / count,
  };
}

const looksOf = ({ service }: Rig) =>
  [...service.book.tasks.values()].reduce((sum, { queries }) => sum + queries, 0);
