import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { waitFor, type Workflow } from '../../../playground/index.ts';
import { orderFinishedVideo } from '../orderVideo.ts';
import { chain, startRealN8n, type RealN8n } from '../realN8n.ts';
import { openStep, type Step } from '../step.ts';

export let real: RealN8n;
export let step: Step;
export const secret = 'nothing for the caller';
/** Starts an n8n for the tests of a file, and ends it behind them. */
export function useTriggerRig(): void {
  beforeAll(async () => {
    step = await openStep({ secret });
    real = await startRealN8n({
      // The service calls again until n8n has started anew.
      sandboxArgs: ['--renderer', 'instant', '--task-seconds', '1', '--callback-tries', '8'],
    });
  });
  afterAll(async () => {
    await real?.stop();
    await step?.close();
  });
}

export const trigger = 'Video Finished Trigger';

export type Change = (workflow: Workflow) => Workflow;

export interface Published {
  /** By which n8n knows it. */
  id: string;
  name: string;
  url: string;
}

let workflows = 0;

/** Publishes a workflow that the trigger starts, with a step that the test answers, and one more. */
export async function publish(
  respond: string,
  { onError = 'stopWorkflow', last = {} as object, change = ((same) => same) as Change } = {},
): Promise<Published> {
  const webhookId = randomUUID();
  const made = chain(`respond-${++workflows}`, [
    {
      name: trigger,
      type: 'n8n-nodes-videogen.videoFinishedTrigger',
      webhookId,
      credentials: { videoGenApi: real.credential },
      parameters: { respond },
    },
    {
      name: 'Step',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      onError,
      parameters: { url: `=${step.url}/{{ $json.id }}`, options: {} },
    },
    { name: 'Last', type: 'n8n-nodes-base.noOp', ...last },
  ]);
  // As the editor stores it: without, n8n 1 can't answer at the end of a test.
  const id = await real.editor.store({ ...change(made), pinData: {} });
  await real.editor.publish(made.id);
  const url = `${real.n8n.url}/webhook/${webhookId}/video-finished`;
  await untilAnswers(url);
  return { id, name: made.id, url };
}

/** Webhooks are registered a moment after n8n says so. */
const untilAnswers = (url: string) =>
  waitFor(
    async () => (await post(url, { id: '' })).status === 422 || undefined,
    120_000,
    () => new Error('The trigger does not answer'),
  );

export interface Answered {
  status: number;
  body: string;
}
export async function post(url: string, body: object, signal?: AbortSignal): Promise<Answered> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  return { status: answer.status, body: await answer.text() };
}

export const messageOf = ({ body }: Answered) => (JSON.parse(body) as { message: string }).message;

interface SandboxTask {
  id: string;
  callback?: { state: string; attempts: { httpStatus: number | null }[] };
}
async function readTask(taskId: string): Promise<SandboxTask> {
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  return ((await answer.json()) as SandboxTask[]).find(({ id }) => id === taskId)!;
}

/** Makes a task that nobody is called for. */
export const createFinished = () => orderFinishedVideo(real.sandbox);

export const untilDelivered = (taskId: string) =>
  waitFor(
    async () => {
      const { callback } = await readTask(taskId);
      return callback?.state === 'delivered' ? callback : undefined;
    },
    180_000,
    () => new Error('The service got no answer that it was content with'),
  );

export async function executionsOf({ id }: Published) {
  const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
  const { results } = await real.client.get<{ results: { id: string; status: string }[] }>(
    `/rest/executions?filter=${filter}`,
  );
  return results;
}

/** Whether a call is not answered yet, with time for n8n to do it. */
export async function isOpen(call: Promise<Answered>): Promise<boolean> {
  const fence = fetch(`${real.n8n.url}/healthz`).then(() => 'open' as const);
  return (await Promise.race([call, fence])) === 'open';
}
