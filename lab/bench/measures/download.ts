import { forgetExecution, install, runAll } from '../n8n/runs.ts';
import { startRig, type Rig } from '../n8n/startRig.ts';
import { veoVideo } from '../n8n/workflows/veo.ts';
import { createByHand, downloadByHand, queryByHand } from '../n8n/workflows/httpRequests.ts';
import { createVideo, waitForVideo } from '../n8n/workflows/own.ts';
import { onWebhook } from '../n8n/workflows/start.ts';
import { cpuSeconds, forgetPeak, residentMegabytes } from '../process/usage.ts';
import { promptTaking } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';

const fullBytes = 1_000_000_000;

/** How much memory n8n takes more while a file of 1 GB is taken over. */
export const download: Measure = {
  name: 'download',
  runs: 3,
  seconds: { start: 20, run: 45 },
  async take({ runs, size }) {
    // What earlier work left to the process would hide what this takes.
    const bench = await startRig();
    const { credentials } = bench;
    const byHand = [createByHand(bench), queryByHand(bench), downloadByHand(bench)];
    const own = [createVideo(credentials), waitForVideo(credentials, { download: true })];
    await install(bench, onWebhook('download-own', own));
    await install(bench, onWebhook('download-by-hand', byHand));
    await install(bench, onWebhook('download-veo', [veoVideo(credentials)]));
    const fileBytes = size(fullBytes);
    const contenders = {
      own: () => measure(bench, 'download-own', fileBytes),
      byHand: () => measure(bench, 'download-by-hand', fileBytes),
      veo: () => measure(bench, 'download-veo', fileBytes),
    };
    return await alternate(runs, contenders).finally(bench.stop);
  },
};

async function measure(rig: Rig, workflowId: string, fileBytes: number) {
  const { n8n, service, client } = rig;
  service.reset({ fileBytes });
  const idle = residentMegabytes(n8n.pid).now;
  const cpuBefore = cpuSeconds(n8n.pid);
  forgetPeak(n8n.pid);
  const [execution] = await runAll(rig, workflowId, [[promptTaking(0)]]);
  const { peak } = residentMegabytes(n8n.pid);
  const cpu = cpuSeconds(n8n.pid) - cpuBefore;
  await forgetExecution(client, execution!.id);
  return { peakMegabytes: peak - idle, idleMegabytes: idle, cpuSeconds: cpu };
}
