import { beforeAll, describe, expect, it } from 'vitest';
import { listExecutions } from '../../lab/executions.ts';
import { untilEnded, waitFor, type Execution } from '../../playground/index.ts';
import { chosenLine } from './lines.ts';
import { orderFinishedVideo, orderVideo, tasksIn } from './orderVideo.ts';
import { chain, isFromOutside } from './realN8n.ts';
import { real, useRealN8n } from './useRealN8n.ts';

const webhookId = 'b5e0f9a4-5f0e-4f0a-9d59-5e4f1f6f7c11';
const trigger = 'Video Finished Trigger';

let workflowId: string;
let url: string;

useRealN8n(() => ({ sandboxArgs: ['--renderer', 'instant', '--task-seconds', '1'] }));
beforeAll(async () => {
  const workflow = chain('on-finished', [
    {
      name: trigger,
      type: 'n8n-nodes-video-generation.videoFinishedTrigger',
      webhookId,
      credentials: { videoGenerationApi: real.credential },
    },
    { name: 'After', type: 'n8n-nodes-base.noOp' },
  ]);
  workflowId = await real.editor.store(workflow);
  await real.editor.publish(workflow.id);
  url = `${real.n8n.url}/webhook/${webhookId}/video-finished`;
  await untilRegistered();
});

const post = async (body: string, to = url) =>
  (await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
    .status;
const untilTaken = (id: string, call: () => Promise<number>) =>
  waitFor(
    async () => (await call()) === 200 || undefined,
    60_000,
    () => new Error(`No callback about task ${id} was taken`),
  );
/** Webhooks are registered a moment after n8n says so; until then it answers as it likes. */
const untilRegistered = () =>
  waitFor(
    async () => (await post('{"id":""}')) === 422 || undefined,
    120_000,
    () => new Error('The trigger does not answer'),
  );
const untilDelivered = (taskId: string) =>
  waitFor(
    async () => {
      const task = (await tasksIn(real.sandbox)).find(({ id }) => id === taskId);
      const callback = task?.callback;
      return callback?.state === 'delivered' ? callback : undefined;
    },
    120_000,
    () => new Error(`The callback of task ${taskId} was not taken`),
  );

/** The tasks that have started the workflow, with the mode of the execution. */
async function started(): Promise<{ mode: string; json: Record<string, unknown> }[]> {
  const listed = await listExecutions(real.client, workflowId);
  const itemOf = ({ data }: Execution) =>
    data.resultData.runData.After![0]!.data!.main![0]![0]!.json;
  return await Promise.all(
    listed.map(async ({ id, mode }) => ({
      mode,
      json: itemOf(await untilEnded(real.client, id, 60_000)),
    })),
  );
}
const startsOf = async (taskId: string) =>
  (await started()).filter(({ json }) => json.id === taskId);
const untilStarted = (taskId: string) =>
  waitFor(
    async () => (await startsOf(taskId))[0],
    60_000,
    () => new Error(`Task ${taskId} started nothing`),
  );
/** How often a task has started the workflow, once n8n has worked off all calls before this one. */
async function countStarts(taskId: string): Promise<number> {
  const fence = await orderVideo(real.sandbox, { callback_url: url });
  await untilDelivered(fence);
  await untilStarted(fence);
  return (await startsOf(taskId)).length;
}

describe('Video Finished Trigger, at its production URL', () => {
  it('starts nothing for a task that is not known, nor for GET as a check of the address', async () => {
    expect(await post('{"id":"task_that_is_not"}')).toBe(404);
    expect(await (await fetch(url)).text()).toContain('This URL works');
    expect(await started()).toEqual([]);
  });

  it('starts for a callback of any content type and shape', async () => {
    const inAForm = (id: string) => {
      const form = new FormData();
      form.set('payload', JSON.stringify({ id }));
      return form;
    };
    type Body = NonNullable<RequestInit['body']>;
    const callbacks: [type: string | undefined, bodyOf: (id: string) => Body][] = [
      ['application/hal+json', (id) => `{"id":"${id}"}`],
      ['text/plain', (id) => `{"data":{"object":{"id":"${id}"}}}`],
      // Of bytes, fetch tells no type; of a form, its own.
      [undefined, (id) => new TextEncoder().encode(`{"taskId":"${id}"}`)],
      [undefined, inAForm],
    ];
    const ids = await Promise.all(callbacks.map(() => orderFinishedVideo(real.sandbox)));
    const answers = await Promise.all(
      callbacks.map(async ([type, bodyOf], at) => {
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
        return (await fetch(url, { method: 'POST', headers, body: bodyOf(ids[at]!) })).status;
      }),
    );
    expect(answers).toEqual(ids.map(() => 200));
    for (const id of ids) await untilStarted(id);
  });

  it('starts with what the service says of the task, and not before it is finished', async () => {
    const id = await orderVideo(real.sandbox, { prompt: 'sandbox:takes=600' });
    expect(await post(JSON.stringify({ id, status: 'completed' }))).toBe(409);
    expect(await countStarts(id)).toBe(0);

    const quick = await orderVideo(real.sandbox);
    const forged = { id: quick, status: 'failed', results: ['https://evil.test/x.mp4'] };
    await untilTaken(quick, () => post(JSON.stringify(forged)));
    const start = await untilStarted(quick);
    expect(start).toMatchObject({ mode: 'webhook', json: { id: quick, status: 'completed' } });
    expect(start.json.videoUrl).toContain(real.sandbox.url);
    expect(JSON.stringify(start)).not.toContain('evil.test');
  });

  it.skipIf(isFromOutside)('starts once for a task, called again after a kill of n8n', async () => {
    const id = await orderVideo(real.sandbox, { callback_url: url });
    await untilDelivered(id);
    const body = JSON.stringify({ id });
    expect(await Promise.all([1, 2, 3].map(() => post(body)))).toEqual([200, 200, 200]);
    // Killed in the middle of it, an execution is crashed, and tells no task.
    await untilStarted(id);
    await real.killAndRestart();
    await untilRegistered();
    expect(await post(body)).toBe(200);
    expect(await countStarts(id)).toBe(1);
  });
});

describe.skipIf(chosenLine.name === 'n8n 1')('Video Finished Trigger, at its test URL', () => {
  it('starts a run of the editor with a task that is verified too', async () => {
    const id = await orderVideo(real.sandbox);
    const testUrl = url.replace('/webhook/', '/webhook-test/');
    const listen = () =>
      real.client.post<{ waitingForWebhook?: boolean }>('/rest/workflows/on-finished/run', {
        triggerToStartFrom: { name: trigger },
      });
    expect(await listen()).toEqual({ waitingForWebhook: true });
    expect(await post('{"id":"task_that_is_not"}', testUrl)).toBe(404);
    await untilTaken(id, async () => {
      await listen();
      return await post(JSON.stringify({ id }), testUrl);
    });
    expect(await untilStarted(id)).toMatchObject({
      mode: 'manual',
      json: { status: 'completed' },
    });
  });
});
