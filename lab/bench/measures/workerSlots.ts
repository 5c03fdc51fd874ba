import { startCluster, type Cluster } from '../../../test/queue/n8n/startCluster.ts';
import { countAsleep, install, trigger } from '../n8n/runs.ts';
import { storeCredentials } from '../n8n/startRig.ts';
import { createByHand } from '../n8n/workflows/httpRequests.ts';
import { awake, createVideo, waitCalled, waitForVideo } from '../n8n/workflows/own.ts';
import { onWebhook } from '../n8n/workflows/start.ts';
import { untilCalled } from '../n8n/workflows/untilCalled.ts';
import type { Service } from '../service/service.ts';
import { startService } from '../service/startService.ts';
import { promptTaking } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';
import { untilTrue } from './untilTrue.ts';

const hour = 3600;
const executions = 20;

/** Worker slots of a distributed n8n that waiting executions hold, as its queue says. */
export const workerSlots: Measure = {
  name: 'worker-slots',
  runs: 3,
  seconds: { start: 90, run: 25 },
  async take({ runs }) {
    const service = await startService();
    const cluster = await startCluster();
    const { client } = cluster;
    try {
      const credentials = await storeCredentials(client, service);
      const rig = { client, service, credentials };
      const resumeUrl = '$execution.resumeUrl';
      const byHand = [createByHand(rig, resumeUrl), untilCalled('slots-by-hand')];
      const running = [createVideo(credentials), waitForVideo(credentials, awake)];
      await install(rig, waitCalled('slots-own', credentials));
      await install(rig, onWebhook('slots-by-hand', byHand));
      await install(rig, onWebhook('slots-awake', running));
      const asleep = await alternate(runs, {
        ownAsleep: () => measureAsleep(cluster, service, 'slots-own'),
        byHandAsleep: () => measureAsleep(cluster, service, 'slots-by-hand'),
      });
      // Executions that stay awake keep their slots for an hour, so they come last, and once.
      return [...asleep, ...(await alternate(1, { ownAwake: () => fill(cluster, service) }))];
    } finally {
      await cluster.stop();
      await service.stop();
    }
  },
};

async function measureAsleep(cluster: Cluster, service: Service, workflowId: string) {
  const { client, redis, slots } = cluster;
  service.reset();
  const before = await countAsleep(client, workflowId);
  await start(cluster, workflowId);
  await untilTrue(async () => (await countAsleep(client, workflowId)) === before + executions);
  // n8n's queue learns of the end of a job a moment after its database does.
  await untilTrue(async () => (await redis.countJobs()).queued === 0);
  let held = Infinity;
  for (let looks = 0; looks < 20 && held > 0; looks++) held = (await redis.countJobs()).active;
  return { held, slots, waiting: before + executions };
}

/** Awake: as many as there are slots run, and the others queue. */
async function fill(cluster: Cluster, service: Service) {
  const { redis, slots } = cluster;
  service.reset();
  await start(cluster, 'slots-awake');
  const full = Math.min(slots, executions);
  await untilTrue(async () => (await redis.countJobs()).active === full);
  return { held: (await redis.countJobs()).active, slots, waiting: executions };
}

async function start({ webhook }: Cluster, workflowId: string): Promise<void> {
  for (let count = 0; count < executions; count++)
    await trigger({ n8n: webhook }, workflowId, [promptTaking(hour)]);
}
