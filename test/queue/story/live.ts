import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../../../playground/index.ts';
import type { Member } from '../n8n/member.ts';
import type { Cluster } from '../n8n/startCluster.ts';
import type { Service } from '../service/startService.ts';
import { answerPath, makeVideoPath, type Order } from '../workflows.ts';
import { countNoted, findRunning, lookAt, type Standing } from './observe.ts';
import { awakeOrder } from './orders.ts';
import { postTo } from './postTo.ts';
import { putOff } from './putOff.ts';

// For a machine many times slower than a quiet one.
const patienceMs = 15 * 60_000;

// Longer than a start of n8n takes.
const putOffSeconds = 60 * 60;

// For those that n8n has begun to wake; it may be held up amid that, so that it takes another try.
const holdMs = 10_000;
const breathMs = 1_000;

/** What was seen while the executions lived. */
export interface Life {
  kills: number;
  /** n8n's queue while all executions are suspended. */
  atRest: { waiting: number; noted: number; active: number; queued: number };
  /** Short executions, one for each slot, that ran while all the others were suspended. */
  answers: { count: number; slowestMs: number; waitingAfter: number };
  awakeId: string;
}

/** Lets n8n make a video for each order, and kills it while it waits for them. */
export async function liveThrough(
  cluster: Cluster,
  service: Service,
  orders: Order[],
): Promise<Life> {
  const { main, workers, webhook, members, redis, slots } = cluster;
  let awakeId = '0';
  let kills = 0;

  const until = (what: string, isSo: (standing: Standing) => boolean, forMs = patienceMs) => {
    let last: Standing | undefined;
    const look = async () => isSo((last = await lookAt(cluster, awakeId))) || undefined;
    const late = () => new Error(`Not reached: ${what}; last seen: ${JSON.stringify(last)}`);
    return waitFor(look, forMs, late);
  };
  const areAllAsleep = ({ waiting, underWay }: Standing) =>
    waiting === orders.length && underWay === 0;
  /** Does something while all sleep: the timers that wake them are main's, and it is held. */
  const whileAllSleep = async <T>(act: () => Promise<T>): Promise<T> => {
    for (const tryUntil = performance.now() + patienceMs; ; await pause(breathMs)) {
      main.hold();
      try {
        const areAsleep = await until('all executions are asleep', areAllAsleep, holdMs).catch(
          (error: unknown) => {
            if (performance.now() > tryUntil) throw error;
          },
        );
        if (areAsleep) return await act();
      } finally {
        main.letGo();
      }
    }
  };
  const kill = async (victims: Member[]) => {
    await Promise.all(victims.map((victim) => victim.kill()));
    kills += victims.length;
  };
  const start = (victims: Member[]) => Promise.all(victims.map((victim) => victim.start()));

  await postTo(webhook, answerPath, {});
  await Promise.all(orders.map((order) => postTo(webhook, makeVideoPath, order)));
  const { atRest, answers } = await whileAllSleep(async () => {
    const noted = await countNoted(cluster);
    const jobs = await redis.countJobs();
    const times = await Promise.all(
      Array.from({ length: slots }, () => postTo(webhook, answerPath, {})),
    );
    const { waiting: waitingAfter } = await lookAt(cluster, awakeId);
    return {
      atRest: { waiting: orders.length, noted, ...jobs },
      answers: { count: slots, slowestMs: Math.max(...times), waitingAfter },
    };
  });

  await postTo(webhook, makeVideoPath, awakeOrder);
  awakeId = await waitFor(
    async () => {
      const task = (await service.listTasks()).find(({ prompt }) => prompt === awakeOrder.prompt);
      return task && findRunning(cluster, task.id);
    },
    patienceMs,
    () => new Error('n8n has not stored the task of the execution that stays awake'),
  );
  await whileAllSleep(() => kill(members));
  // n8n can fail an execution that becomes due in the moments in which its main process starts.
  await putOff(cluster, putOffSeconds);
  await start(members);
  await putOff(cluster, -putOffSeconds);

  await whileAllSleep(() => kill(workers));
  // Callbacks that come now find no worker.
  service.open((prompt) => /[02468]\./.test(prompt));
  await start(workers);
  service.open((prompt) => prompt !== awakeOrder.prompt);
  await until('all executions have ended', ({ ended }) => ended === orders.length);

  service.open(() => true);
  // As the button does; n8n answers when the new execution has ended.
  await cluster.client.post(`/rest/executions/${awakeId}/retry`, { loadWorkflow: false });
  return { kills, atRest, answers, awakeId };
}
