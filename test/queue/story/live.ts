import { waitFor } from '../../../playground/index.ts';
import type { Member } from '../n8n/member.ts';
import type { Cluster } from '../n8n/startCluster.ts';
import type { Service } from '../service/startService.ts';
import { answerPath, makeVideoPath, type Order } from '../workflows.ts';
import { measureMemory } from './measureMemory.ts';
import { countNoted, findRunning, lookAt, measureStored, type Standing } from './observe.ts';
import { awakeOrder } from './orders.ts';
import { postTo } from './postTo.ts';

// For a machine many times slower than a quiet one.
const patienceMs = 15 * 60_000;

// Long enough to look and to kill before n8n wakes the next execution.
const lullSeconds = 2;

/** What was seen while the executions lived. */
export interface Life {
  kills: number;
  /** n8n's queue while all executions are suspended. */
  atRest: { waiting: number; noted: number; active: number; queued: number };
  /** Short executions, one for each slot, that ran while all the others were suspended. */
  answers: { count: number; slowestMs: number; waitingAfter: number };
  /** Of all processes together, just started: with all executions suspended, and with none. */
  memoryKilobytes: { suspended: number; idle: number };
  storedBytes: number;
  awakeId: string;
}

/** Lets n8n make a video for each order, and kills it while it waits for them. */
export async function liveThrough(
  cluster: Cluster,
  service: Service,
  orders: Order[],
): Promise<Life> {
  const { workers, webhook, members, redis, slots } = cluster;
  let awakeId = '0';
  let kills = 0;

  const until = (what: string, isSo: (standing: Standing) => boolean) => {
    let last: Standing | undefined;
    const look = async () => isSo((last = await lookAt(cluster, awakeId))) || undefined;
    const late = () => new Error(`Not reached: ${what}; last seen: ${JSON.stringify(last)}`);
    return waitFor(look, patienceMs, late);
  };
  const untilLull = (seconds = lullSeconds) =>
    until(
      'all executions are suspended and none is about to wake',
      ({ waiting, underWay, secondsToNextWake }) =>
        waiting === orders.length && underWay === 0 && secondsToNextWake > seconds,
    );
  const kill = async (victims: Member[]) => {
    await Promise.all(victims.map((victim) => victim.kill()));
    kills += victims.length;
  };
  const start = (victims: Member[]) => Promise.all(victims.map((victim) => victim.start()));

  await postTo(webhook, answerPath, {});
  await Promise.all(orders.map((order) => postTo(webhook, makeVideoPath, order)));
  await untilLull();
  const atRest = {
    waiting: orders.length,
    noted: await countNoted(cluster),
    ...(await redis.countJobs()),
  };
  const times = await Promise.all(
    Array.from({ length: slots }, () => postTo(webhook, answerPath, {})),
  );
  const { waiting: waitingAfter } = await lookAt(cluster, awakeId);

  await postTo(webhook, makeVideoPath, awakeOrder);
  awakeId = await waitFor(
    async () => {
      const task = (await service.listTasks()).find(({ prompt }) => prompt === awakeOrder.prompt);
      return task && findRunning(cluster, task.id);
    },
    patienceMs,
    () => new Error('n8n has not stored the task of the execution that stays awake'),
  );
  // n8n can fail an execution that becomes due in the moments in which its main process starts.
  await untilLull(cluster.mainStartSeconds);
  await kill(members);
  await start(members);
  const suspended = await measureMemory(cluster);
  const storedBytes = await measureStored(cluster);

  await untilLull();
  await kill(workers);
  // Callbacks that come now find no worker.
  service.open((prompt) => /[02468]\./.test(prompt));
  await start(workers);
  service.open((prompt) => prompt !== awakeOrder.prompt);
  await until('all executions have ended', ({ ended }) => ended === orders.length);

  await Promise.all(members.map((member) => member.kill()));
  await start(members);
  const idle = await measureMemory(cluster);

  service.open(() => true);
  // As the button does; n8n answers when the new execution has ended.
  await cluster.client.post(`/rest/executions/${awakeId}/retry`, { loadWorkflow: false });
  return {
    ...{ kills, atRest, storedBytes, awakeId },
    answers: { count: slots, slowestMs: Math.max(...times), waitingAfter },
    memoryKilobytes: { idle, suspended },
  };
}
