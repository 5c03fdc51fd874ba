import {
  forgetExecution,
  install,
  itemsAt,
  lastRun,
  listExecutions,
  runAll,
  trigger,
} from '../n8n/runs.ts';
import { useNewAccount, type Rig } from '../n8n/startRig.ts';
import { veoVideo } from '../n8n/workflows/veo.ts';
import { createByHand } from '../n8n/workflows/httpRequests.ts';
import { createNode, createVideo } from '../n8n/workflows/own.ts';
import { doneNode, onWebhook } from '../n8n/workflows/start.ts';
import { promptTaking } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';
import { untilTrue } from './untilTrue.ts';

const latencyMs = 200;
/** The Veo node takes over five seconds per item: it is stopped when that much is clear. */
const veoLimitMs = 25_000;

const promptsFor = (count: number) => Array.from({ length: count }, () => promptTaking(0));

/** 200 and 1,000 items in one execution: how long until all are created. */
export const create: Measure = {
  name: 'create',
  runs: 4,
  seconds: { start: 15, run: 50 },
  async take({ runs, rig, size }) {
    const bench = await rig();
    await installAll(bench);
    return await alternate(runs, {
      own200: () => measure(bench, 'own', size(200)),
      byHand200: () => measure(bench, 'byHand', size(200)),
      own1000: () => measure(bench, 'own', size(1000)),
      byHand1000: () => measure(bench, 'byHand', size(1000)),
      veo: () => watchVeo(bench, size(200)),
    });
  },
};

/** The same with 5,000 items. */
export const create5000: Measure = {
  name: 'create-5000',
  runs: 2,
  seconds: { start: 2, run: 70 },
  async take({ runs, rig, size }) {
    const bench = await rig();
    await installAll(bench);
    return await alternate(runs, {
      own: () => measure(bench, 'own', size(5000)),
      byHand: () => measure(bench, 'byHand', size(5000)),
    });
  },
};

async function installAll(rig: Rig): Promise<void> {
  await install(rig, onWebhook('create-own', [createVideo(rig.credentials)]));
  await install(rig, onWebhook('create-by-hand', [createByHand(rig)]));
  await install(rig, onWebhook('create-veo', [veoVideo(rig.credentials)]));
}

const contenders = {
  own: { workflowId: 'create-own', node: createNode },
  byHand: { workflowId: 'create-by-hand', node: 'Create by Hand' },
};

async function measure(rig: Rig, contender: keyof typeof contenders, count: number) {
  const { workflowId, node } = contenders[contender];
  const { service } = rig;
  service.reset({ latencyMs });
  await useNewAccount([rig]);
  const [execution] = await runAll(rig, workflowId, [promptsFor(count)], { mayFail: true });
  const { startMs, endMs } = lastRun(execution!, node);
  const delivered = itemsAt(execution!, doneNode).filter(({ json }) => json.id).length;
  await forgetExecution(rig.client, execution!.id);
  return {
    seconds: (endMs - startMs) / 1000,
    boundSeconds: latencyMs / 1000,
    created: service.book.tasks.size,
    delivered,
    requests: service.requests.length,
  };
}

/** How far the Veo node comes in the time that it is given. */
async function watchVeo(rig: Rig, count: number): Promise<Record<string, number>> {
  const { service, client } = rig;
  service.reset({ latencyMs });
  await trigger(rig, 'create-veo', promptsFor(count));
  await untilTrue(() => service.requests.length > 0);
  const startMs = service.requests[0]!.arrivedAtMs;
  await untilTrue(() => Date.now() - startMs >= veoLimitMs || service.book.tasks.size >= count);
  const created = service.book.tasks.size;
  const seconds = (Date.now() - startMs) / 1000;
  const [running] = await listExecutions(client, 'create-veo');
  await client.post(`/rest/executions/${running!.id}/stop`);
  return { seconds, created, requests: service.requests.length };
}
