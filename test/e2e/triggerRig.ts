import { afterAll, beforeAll } from 'vitest';
import {
  importWorkflow,
  publish,
  untilEnded,
  waitFor,
  type Execution,
} from '../../playground/index.ts';
import { orderVideo } from './orderVideo.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

const webhookId = 'b5e0f9a4-5f0e-4f0a-9d59-5e4f1f6f7c11';

export let real: RealN8n;
let workflowId: string;
export let url: string;
export let testUrl: string;

/** Starts an n8n with a workflow that the trigger starts, for the tests of a file. */
export function useTrigger(): void {
  beforeAll(async () => {
    real = await startRealN8n({ sandboxArgs: ['--renderer', 'instant', '--task-seconds', '1'] });
    const workflow = chain('on-finished', [
      {
        name: 'Video Finished Trigger',
        type: 'n8n-nodes-videogen.videoFinishedTrigger',
        webhookId,
        credentials: { videoGenApi: real.credential },
      },
      { name: 'After', type: 'n8n-nodes-base.noOp' },
    ]);
    workflowId = workflow.id;
    await importWorkflow(real.client, workflow);
    await publish(real.client, workflow.id);
    url = `${real.n8n.url}/webhook/${webhookId}/video-finished`;
    testUrl = `${real.n8n.url}/webhook-test/${webhookId}/video-finished`;
    await untilRegistered();
  });
  afterAll(() => real?.stop());
}

export async function post(body: string | undefined, type = 'application/json', to = url) {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type };
  const answer = await fetch(to, { method: 'POST', headers, ...(body && { body }) });
  return answer.status;
}

/** Webhooks are registered a moment after n8n says so; until then it answers as it likes. */
export const untilRegistered = (to = url) =>
  waitFor(
    async () => (await post('{"id":""}', undefined, to)) === 422 || undefined,
    120_000,
    () => new Error('The trigger does not answer'),
  );

interface Callback {
  state: string;
  attempts: { kind: string; httpStatus: number | null }[];
}
export const untilDelivered = (taskId: string) =>
  waitFor(
    async () => {
      const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
      const tasks = (await answer.json()) as { id: string; callback?: Callback }[];
      const callback = tasks.find(({ id }) => id === taskId)?.callback;
      return callback?.state === 'delivered' ? callback : undefined;
    },
    120_000,
    () => new Error(`The callback of task ${taskId} was not taken`),
  );

/** The tasks that have started the workflow, with the mode of the execution. */
export async function started(): Promise<{ mode: string; json: Record<string, unknown> }[]> {
  // Of this workflow: an n8n that runs already has run others.
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const { results } = await real.client.get<{ results: { id: string; mode: string }[] }>(
    `/rest/executions?filter=${filter}`,
  );
  const itemOf = ({ data }: Execution) =>
    data.resultData.runData.After![0]!.data!.main![0]![0]!.json;
  return await Promise.all(
    results.map(async ({ id, mode }) => ({
      mode,
      json: itemOf(await untilEnded(real.client, id, 60_000)),
    })),
  );
}
const startsOf = async (taskId: string) =>
  (await started()).filter(({ json }) => json.id === taskId);
export const untilStarted = (taskId: string) =>
  waitFor(
    async () => (await startsOf(taskId))[0],
    60_000,
    () => new Error(`Task ${taskId} started nothing`),
  );

/** How often a task has started the workflow, once n8n has worked off all calls before this one. */
export async function countStarts(taskId: string): Promise<number> {
  const fence = await orderVideo(real.sandbox, { callback_url: url });
  await untilDelivered(fence);
  await untilStarted(fence);
  return (await startsOf(taskId)).length;
}
