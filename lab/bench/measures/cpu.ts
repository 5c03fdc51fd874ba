import { install, runAll } from '../n8n/runs.ts';
import type { Rig } from '../n8n/startRig.ts';
import { createByHand, queryByHand } from '../n8n/workflows/httpRequests.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { createVideo, getStatus, waitForVideo } from '../n8n/workflows/own.ts';
import { onWebhook } from '../n8n/workflows/start.ts';
import { cpuSeconds } from '../process/usage.ts';
import { promptTaking } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';

const items = (count: number) => Array.from({ length: count }, () => promptTaking(0));

/**
 * CPU time of n8n for a task: created and looked at once, beside two bare HTTP Requests; and
 * created and waited for, beside the loop by hand.
 */
export const cpu: Measure = {
  name: 'cpu',
  runs: 2,
  seconds: { start: 75, run: 60 },
  async take({ runs, rig, size }) {
    const bench = await rig();
    const { credentials } = bench;
    const create = createVideo(credentials);
    const look = waitForVideo(credentials, getStatus);
    await install(bench, onWebhook('cpu-look', [create, look]));
    await install(bench, onWebhook('cpu-look-by-hand', [createByHand(bench), queryByHand(bench)]));
    await install(bench, onWebhook('cpu-wait', [create, waitForVideo(credentials)]));
    await install(bench, loopByHand('cpu-wait-by-hand', bench));
    const many = [items(size(200)), items(size(200))];
    const single = Array.from({ length: size(20) }, () => items(1));
    const contenders = {
      own: () => measure(bench, 'cpu-look', many),
      byHand: () => measure(bench, 'cpu-look-by-hand', many),
      ownSingle: () => measure(bench, 'cpu-look', single),
      byHandSingle: () => measure(bench, 'cpu-look-by-hand', single),
      ownWait: () => measure(bench, 'cpu-wait', many),
      byHandWait: () => measure(bench, 'cpu-wait-by-hand', many),
      ownWaitSingle: () => measure(bench, 'cpu-wait', single),
      byHandWaitSingle: () => measure(bench, 'cpu-wait-by-hand', single),
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
