import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rootFolder } from '../../../playground/folders.ts';
import { install, itemsAt, lastRun, listExecutions, runAll, trigger } from '../n8n/runs.ts';
import type { Rig } from '../n8n/startRig.ts';
import { builtInVideo } from '../n8n/workflows/builtIn.ts';
import { createByHand } from '../n8n/workflows/httpRequests.ts';
import { createNode, createVideo } from '../n8n/workflows/own.ts';
import { doneNode, onWebhook } from '../n8n/workflows/start.ts';
import { promptTaking } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';
import { untilTrue } from './untilTrue.ts';

const items = 200;
const latencyMs = 200;
const requestsPerSecond = 20;
/** The built-in node takes over ten seconds per item: it is stopped when that much is clear. */
const builtInLimitMs = 25_000;

const prompts = Array.from({ length: items }, () => promptTaking(0));

/** How many requests the built package may send at once, of so many items. */
function mostAtOnce(): number {
  const file = join(rootFolder, 'dist', 'nodes', 'CreateVideo', 'fields', 'numberRules.js');
  return Math.min(createRequire(import.meta.url)(file).defaults.concurrency, items);
}

/** 200 items in one execution: how long until all are created, and what a rate limit does to it. */
export const createMany: Measure = {
  name: 'create-many',
  async take({ runs, rig }) {
    const bench = await rig();
    await install(bench, onWebhook('create-own', [createVideo(bench.credentials)]));
    await install(bench, onWebhook('create-by-hand', [createByHand(bench)]));
    await install(bench, onWebhook('create-built-in', [builtInVideo(bench.credentials)]));
    const concurrency = mostAtOnce();
    const boundSeconds = ((items / concurrency) * latencyMs) / 1000;
    const one = (workflowId: string, node: string, limited: boolean) => async () => {
      bench.service.reset({ latencyMs, ...(limited && { requestsPerSecond }) });
      const [execution] = await runAll(bench, workflowId, [prompts], { mayFail: limited });
      const { startMs, endMs } = lastRun(execution!, node);
      return {
        seconds: (endMs - startMs) / 1000,
        boundSeconds,
        concurrency,
        created: bench.service.book.tasks.size,
        delivered: itemsAt(execution!, doneNode).filter(({ json }) => json.id).length,
        requests: bench.service.requests.length,
      };
    };
    return await alternate(runs, {
      own: one('create-own', createNode, false),
      byHand: one('create-by-hand', 'Create by Hand', false),
      ownLimited: one('create-own', createNode, true),
      byHandLimited: one('create-by-hand', 'Create by Hand', true),
      builtIn: () => watchBuiltIn(bench),
    });
  },
};

/** How far the built-in node comes in the time that it is given. */
async function watchBuiltIn(rig: Rig): Promise<Record<string, number>> {
  const { service, client } = rig;
  service.reset({ latencyMs });
  await trigger(rig, 'create-built-in', prompts);
  await untilTrue(() => service.requests.length > 0);
  const startMs = service.requests[0]!.arrivedAtMs;
  await untilTrue(() => Date.now() - startMs >= builtInLimitMs || service.book.tasks.size >= items);
  const created = service.book.tasks.size;
  const seconds = (Date.now() - startMs) / 1000;
  const [running] = await listExecutions(client, 'create-built-in');
  await client.post(`/rest/executions/${running!.id}/stop`);
  return { seconds, created, requests: service.requests.length };
}
