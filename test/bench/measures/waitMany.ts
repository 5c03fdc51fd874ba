import { install, lastRun, runAll } from '../n8n/runs.ts';
import type { Rig } from '../n8n/startRig.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { createVideo, waitForVideo, waitNode } from '../n8n/workflows/own.ts';
import { doneNode, onWebhook } from '../n8n/workflows/start.ts';
import { promptTaking } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';

const latencyMs = 200;
const shortestSeconds = 6;
const longestSeconds = 15;

/** Tasks whose times spread evenly from the shortest to the longest. */
const spread = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count;
    return promptTaking(shortestSeconds + share * (longestSeconds - shortestSeconds));
  });

/** How much longer a wait takes than the slowest of its tasks, for 1 and for 200 items. */
export const waitMany: Measure = {
  name: 'wait-many',
  async take({ runs, rig }) {
    const bench = await rig();
    const steps = [createVideo(bench.credentials), waitForVideo(bench.credentials)];
    await install(bench, onWebhook('wait-own', steps));
    await install(bench, loopByHand('wait-by-hand', bench));
    const own = (count: number) => measure(bench, 'wait-own', waitNode, count);
    const byHand = (count: number) => measure(bench, 'wait-by-hand', doneNode, count);
    return await alternate(runs, {
      own1: () => own(1),
      own200: () => own(200),
      byHand1: () => byHand(1),
      byHand200: () => byHand(200),
    });
  },
};

async function measure(rig: Rig, workflowId: string, node: string, count: number) {
  const { service } = rig;
  service.reset({ latencyMs });
  const [execution] = await runAll(rig, workflowId, [spread(count)]);
  const tasks = [...service.book.tasks.values()];
  const slowestAtMs = Math.max(...tasks.map(({ finishesAtMs }) => finishesAtMs));
  const queries = tasks.reduce((sum, task) => sum + task.queries, 0);
  const { endMs } = lastRun(execution!, node);
  return {
    overSeconds: (endMs - slowestAtMs) / 1000,
    slowestSeconds: longestSeconds,
    queriesPerTask: queries / count,
  };
}
