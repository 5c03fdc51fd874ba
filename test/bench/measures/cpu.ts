import { install, runAll } from '../n8n/runs.ts';
import type { Rig } from '../n8n/startRig.ts';
import { createByHand, queryByHand } from '../n8n/workflows/httpRequests.ts';
import { createVideo, waitForVideo } from '../n8n/workflows/own.ts';
import { onWebhook } from '../n8n/workflows/start.ts';
import { cpuSeconds } from '../process/usage.ts';
import { promptTaking } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';

const items = (count: number) => Array.from({ length: count }, () => promptTaking(0));
const many = [items(200), items(200)];
const single = Array.from({ length: 20 }, () => items(1));

/** CPU time of n8n for creating a task and reading it finished, beside two bare HTTP Requests. */
export const cpu: Measure = {
  name: 'cpu',
  async take({ runs, rig }) {
    const bench = await rig();
    const steps = [createVideo(bench.credentials), waitForVideo(bench.credentials)];
    await install(bench, onWebhook('cpu-own', steps));
    await install(bench, onWebhook('cpu-by-hand', [createByHand(bench), queryByHand(bench)]));
    const contenders = {
      own: () => measure(bench, 'cpu-own', many),
      byHand: () => measure(bench, 'cpu-by-hand', many),
      ownSingle: () => measure(bench, 'cpu-own', single),
      byHandSingle: () => measure(bench, 'cpu-by-hand', single),
    };
    // The first run of any code is compiled while it runs.
    for (const warmUp of Object.values(contenders)) await warmUp();
    return await alternate(runs, contenders);
  },
};

async function measure(rig: Rig, workflowId: string, promptLists: string[][]) {
  rig.service.reset();
  const before = cpuSeconds(rig.n8n.pid);
  await runAll(rig, workflowId, promptLists);
  const seconds = cpuSeconds(rig.n8n.pid) - before;
  return { milliseconds: (seconds * 1000) / promptLists.flat().length };
}
