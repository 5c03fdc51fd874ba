import { forgetExecution, install, itemsAt, runAll, untilAllEnd } from '../n8n/runs.ts';
import { useNewAccount, type Rig } from '../n8n/startRig.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { createVideo, waitForVideo } from '../n8n/workflows/own.ts';
import { doneNode, onWebhook } from '../n8n/workflows/start.ts';
import type { Service } from '../service/service.ts';
import { promptTaking } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';

const latencyMs = 200;
const requestsPerSecond = 20;
export const taskSeconds = 20;

export const limited = { latencyMs, requestsPerSecond };

/**
 * The least time in which a service with this limit answers so many requests: as many as it takes in
 * a second go at once, the others follow at its rate.
 */
const requestsBoundSeconds = (requests: number) =>
  Math.max(0, requests - requestsPerSecond) / requestsPerSecond + latencyMs / 1000;

/** The least until so many tasks are delivered: each is created, and looked at once behind its end. */
const deliverBoundSeconds = (items: number) =>
  Math.max(
    // A look that finds the last task finished takes the latency once more.
    requestsBoundSeconds(items) + taskSeconds + latencyMs / 1000,
    requestsBoundSeconds(2 * items),
  );

/** A service that takes 20 requests per second: a batch in one execution, and as many executions. */
export const rateLimit: Measure = {
  name: 'rate-limit',
  runs: 2,
  seconds: { start: 5, run: 200 },
  async take({ runs, rig, size }) {
    const bench = await rig();
    const steps = [createVideo(bench.credentials), waitForVideo(bench.credentials)];
    await install(bench, onWebhook('limit-own', steps));
    await install(bench, loopByHand('limit-by-hand', bench));
    const items = size(200);
    return await alternate(runs, {
      ownOne: () => inOne(bench, 'limit-own', items),
      byHandOne: () => inOne(bench, 'limit-by-hand', items),
      ownMany: () => inMany(bench, 'limit-own', items),
      byHandMany: () => inMany(bench, 'limit-by-hand', items),
      // What n8n itself needs to start so many executions and put them to sleep.
      freeMany: () => inMany(bench, 'limit-own', items, { latencyMs }),
    });
  },
};

const promptsFor = (items: number) =>
  Array.from({ length: items }, () => promptTaking(taskSeconds));

async function inOne(rig: Rig, workflowId: string, items: number) {
  rig.service.reset(limited);
  await useNewAccount([rig]);
  const [execution] = await runAll(rig, workflowId, [promptsFor(items)], { mayFail: true });
  const delivered = itemsAt(execution!, doneNode).length;
  const endMs = Date.parse(execution!.stoppedAt!);
  await forgetExecution(rig.client, execution!.id);
  return describeRun(rig.service, items, delivered, endMs);
}

async function inMany(
  rig: Rig,
  workflowId: string,
  items: number,
  limits: Parameters<Service['reset']>[0] = limited,
) {
  rig.service.reset(limits);
  await useNewAccount([rig]);
  const ended = await untilAllEnd(
    rig,
    workflowId,
    promptsFor(items).map((prompt) => [prompt]),
  );
  const delivered = ended.filter(({ status }) => status === 'success').length;
  const endMs = Math.max(...ended.map(({ stoppedAt }) => Date.parse(stoppedAt!)));
  return describeRun(rig.service, items, delivered, endMs);
}

/** What a limited service has seen of the work on so many items, which was over at `endMs`. */
export function describeRun(
  { requests, book }: Pick<Service, 'requests' | 'book'>,
  items: number,
  delivered: number,
  endMs: number,
) {
  const startMs = requests[0]!.arrivedAtMs;
  const createdAtMs = Math.max(...[...book.tasks.values()].map((task) => task.createdAtMs));
  const createdSeconds = (createdAtMs - startMs) / 1000;
  const seconds = (endMs - startMs) / 1000;
  const refused = requests.filter(({ httpStatus }) => httpStatus === 429).length;
  const boundSeconds = deliverBoundSeconds(items);
  return {
    ...{ createdSeconds, seconds, boundSeconds },
    createOverBound: createdSeconds / requestsBoundSeconds(items),
    overBound: seconds / boundSeconds,
    ...{ created: book.tasks.size, delivered, missing: items - delivered },
    deliveredPerMinute: delivered / (seconds / 60),
    ...{ requests: requests.length, refused },
    refusedPercent: (100 * refused) / requests.length,
  };
}
