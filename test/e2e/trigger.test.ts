import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  importWorkflow,
  publish,
  untilEnded,
  waitFor,
  type Execution,
} from '../../playground/index.ts';
import { orderFinishedVideo, orderVideo } from './orderVideo.ts';
import { chain, isFromOutside, startRealN8n, type RealN8n } from './realN8n.ts';

const webhookId = 'b5e0f9a4-5f0e-4f0a-9d59-5e4f1f6f7c11';

let real: RealN8n;
let workflowId: string;
let url: string;
let testUrl: string;

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

async function post(body: string | undefined, type = 'application/json', to = url) {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type };
  const answer = await fetch(to, { method: 'POST', headers, ...(body && { body }) });
  return answer.status;
}

/** Webhooks are registered a moment after n8n says so; until then it answers as it likes. */
const untilRegistered = () =>
  waitFor(
    async () => (await post('{"id":""}')) === 422 || undefined,
    120_000,
    () => new Error('The trigger does not answer'),
  );

interface Callback {
  state: string;
  attempts: { kind: string; httpStatus: number | null }[];
}
const untilDelivered = (taskId: string) =>
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
async function started(): Promise<{ mode: string; json: Record<string, unknown> }[]> {
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
  const json = 'application/json';
  it.each<[string, string | undefined, string, number]>([
    ['no body', undefined, '', 200],
    ['an empty object', '{}', json, 200],
    ['no JSON', 'hello', 'text/plain', 422],
    ['broken JSON', '{"id":', json, 422],
    ['an array of nothing', '[]', json, 422],
    ['no id', '{"status":"completed","results":["https://evil.test/x.mp4"]}', json, 422],
    ['an id that is no text', '{"id":{"a":1}}', json, 422],
    ['an id that leads elsewhere', '{"id":".."}', json, 422],
    ['a task that is not known', '{"id":"task_that_is_not"}', json, 404],
    ['a form with such a task', 'id=task_that_is_not', 'application/x-www-form-urlencoded', 404],
    ['an id behind more than a task needs', `{"x":"${'x'.repeat(99_000)}","id":"a"}`, json, 422],
    // n8n itself refuses this one.
    ['more than n8n takes', `{"id":"a","x":"${'x'.repeat(17_000_000)}"}`, json, 500],
  ])('answers a body with %s with a fitting status, and starts nothing', async (...given) => {
    const [, body, type, httpStatus] = given;
    expect(await post(body, type)).toBe(httpStatus);
    expect(await started()).toEqual([]);
  });

  it.each(['HEAD', 'GET'])(
    'answers %s as a check of the address, and starts nothing',
    async (method) => {
      const answer = await fetch(url, { method });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain(method === 'GET' ? 'This URL works' : '');
      expect(await started()).toEqual([]);
    },
  );

  it('starts for a callback of any content type and shape', async () => {
    const inAForm = (id: string) => {
      const form = new FormData();
      form.set('payload', JSON.stringify({ id }));
      return form;
    };
    type Body = NonNullable<RequestInit['body']>;
    const callbacks: [type: string | undefined, bodyOf: (id: string) => Body][] = [
      ['application/hal+json', (id) => `{"id":"${id}"}`],
      ['application/cloudevents+json', (id) => `{"id":"evt_1","data":{"id":"${id}"}}`],
      ['text/json; charset=utf-8', (id) => `{"data":{"task":{"id":"${id}"}}}`],
      ['text/plain', (id) => `{"data":{"object":{"id":"${id}"}}}`],
      ['application/octet-stream', (id) => `[{"id":"${id}"}]`],
      ['json', (id) => `{"id":"${id}"}`],
      ['application/json', (id) => JSON.stringify({ body: JSON.stringify({ id }) })],
      ['application/x-www-form-urlencoded', (id) => `payload=%7B%22id%22%3A%22${id}%22%7D`],
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
    await waitFor(
      async () => (await post(JSON.stringify(forged))) === 200 || undefined,
      60_000,
      () => new Error('The trigger did not verify a finished task'),
    );
    const start = await untilStarted(quick);
    expect(start).toMatchObject({ mode: 'webhook', json: { id: quick, status: 'completed' } });
    expect(start.json.videoUrl).toContain(real.sandbox.url);
    expect(JSON.stringify(start)).not.toContain('evil.test');
  });

  it.each(['callback-doubled=4', 'callback-early', 'callback-forged'])(
    'starts once where the service is at fault with %s',
    async (fault) => {
      const id = await orderVideo(real.sandbox, { prompt: `sandbox:${fault}`, callback_url: url });
      const { attempts } = await untilDelivered(id);
      expect(attempts.length).toBeGreaterThan(1);
      expect(await countStarts(id)).toBe(1);
    },
  );

  it('starts for a task that failed, with its reason and not as an error', async () => {
    const id = await orderVideo(real.sandbox, {
      prompt: 'sandbox:fail=bad_prompt',
      callback_url: url,
    });
    await untilDelivered(id);
    expect((await untilStarted(id)).json).toMatchObject({
      status: 'failed',
      taskError: { code: 'bad_prompt' },
    });
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

describe('Video Finished Trigger, at its test URL', () => {
  it('starts a run of the editor with a task that is verified too', async () => {
    const id = await orderVideo(real.sandbox);
    const listen = () =>
      real.client.post<{ waitingForWebhook?: boolean }>('/rest/workflows/on-finished/run', {
        triggerToStartFrom: { name: 'Video Finished Trigger' },
      });
    expect(await listen()).toEqual({ waitingForWebhook: true });
    expect(await post('{"id":"task_that_is_not"}', undefined, testUrl)).toBe(404);
    for (const method of ['HEAD', 'GET'])
      expect((await fetch(testUrl, { method })).status).toBe(200);

    await waitFor(
      async () => {
        await listen();
        return (await post(JSON.stringify({ id }), undefined, testUrl)) === 200 || undefined;
      },
      60_000,
      () => new Error('The test URL took no callback'),
    );
    expect(await untilStarted(id)).toMatchObject({
      mode: 'manual',
      json: { status: 'completed' },
    });
  });
});
