import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostStarts } from '../../nodes/VideoFinishedTrigger/taskRuns.ts';
import { importCredential, readExecution, waitFor, type Workflow } from '../../playground/index.ts';
import { openGate, type Gate, type Passing } from './gate.ts';
import { orderVideo } from './orderVideo.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';
import { openStep, type Step } from './step.ts';

let real: RealN8n;
let step: Step;
/** Before the service, as the trigger asks it. */
let service: Gate;
/** Before n8n, as the service calls it. */
let front: Gate;
let credential: { id: string; name: string };
const secret = 'nothing for the caller';
/** What n8n's Filter node keeps nothing with. */
const noneFits = {
  options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
  combinator: 'and',
  conditions: [
    {
      id: 'none',
      leftValue: 'a',
      rightValue: 'b',
      operator: { type: 'string', operation: 'equals' },
    },
  ],
};

beforeAll(async () => {
  step = await openStep({ secret });
  service = await openGate(() => real.sandbox.url);
  front = await openGate(() => real.n8n.url);
  real = await startRealN8n({
    // The service calls again until n8n has started anew.
    sandboxArgs: ['--renderer', 'instant', '--task-seconds', '1', '--callback-tries', '8'],
  });
  credential = await importCredential(real.client, {
    name: 'Behind the gate',
    type: 'videoGenApi',
    data: { baseUrl: service.url, apiKey: real.sandbox.apiKey },
  });
});
afterAll(async () => {
  await real?.stop();
  for (const server of [step, service, front]) await server?.close();
});

const trigger = 'Video Finished Trigger';

type Change = (workflow: Workflow) => Workflow;

interface Published {
  /** By which n8n knows it. */
  id: string;
  name: string;
  url: string;
}

let workflows = 0;

/** Publishes a workflow that the trigger starts, with a step that the test answers, and one more. */
async function publish(
  respond: string,
  { onError = 'stopWorkflow', last = {} as object, change = ((same) => same) as Change } = {},
): Promise<Published> {
  const webhookId = randomUUID();
  const made = chain(`respond-${++workflows}`, [
    {
      name: trigger,
      type: 'n8n-nodes-videogen.videoFinishedTrigger',
      webhookId,
      credentials: { videoGenApi: credential },
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
    async () => (await post(url, {})).status === 422 || undefined,
    120_000,
    () => new Error('The trigger does not answer'),
  );

interface Answered {
  status: number;
  body: string;
}
async function post(url: string, body: object, signal?: AbortSignal): Promise<Answered> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  return { status: answer.status, body: await answer.text() };
}

const messageOf = ({ body }: Answered) => (JSON.parse(body) as { message: string }).message;

interface SandboxTask {
  id: string;
  answer: { status: string };
  callback?: { state: string; attempts: { httpStatus: number | null }[] };
}
async function readTask(taskId: string): Promise<SandboxTask> {
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  return ((await answer.json()) as SandboxTask[]).find(({ id }) => id === taskId)!;
}

/** Makes a task that nobody is called for. */
async function createFinished(): Promise<string> {
  const taskId = await orderVideo(real.sandbox);
  await waitFor(
    async () => (await readTask(taskId)).answer.status === 'completed' || undefined,
    60_000,
    () => new Error('The sandbox did not finish a task'),
  );
  return taskId;
}

const untilDelivered = (taskId: string) =>
  waitFor(
    async () => {
      const { callback } = await readTask(taskId);
      return callback?.state === 'delivered' ? callback : undefined;
    },
    180_000,
    () => new Error('The service got no answer that it was content with'),
  );

async function executionsOf({ id }: Published) {
  const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
  const { results } = await real.client.get<{ results: { id: string; status: string }[] }>(
    `/rest/executions?filter=${filter}`,
  );
  return results;
}

/** Whether a call is not answered yet, with time for n8n to do it. */
async function isOpen(call: Promise<Answered>): Promise<boolean> {
  const fence = fetch(`${real.n8n.url}/healthz`).then(() => 'open' as const);
  return (await Promise.race([call, fence])) === 'open';
}

describe('Video Finished Trigger that responds when the last node finishes', () => {
  it('answers 2xx only after the last node, with nothing of the workflow’s data', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    const call = post(workflow.url, { id });
    await step.untilReached(id, 1);
    expect(await isOpen(call)).toBe(true);
    step.answer(id, 200);
    expect(await call).toEqual({ status: 200, body: '' });

    const [execution] = await executionsOf(workflow);
    const { status, data } = await readExecution(real.client, execution!.id);
    expect(status).toBe('success');
    const item = data.resultData.runData.Last![0]!.data!.main![0]![0]!;
    expect(item.json).toEqual({ secret });

    const again = await post(workflow.url, { id });
    expect(again.status).toBe(200);
    expect(messageOf(again)).toBe('The workflow has already ended well for this task');
    expect(step.countOf(id)).toBe(1);
  });

  it('answers 500 when the workflow fails, and a later call starts it again', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    step.answer(id, 500);
    const failed = await post(workflow.url, { id });
    expect(failed.status).toBe(500);
    expect(messageOf(failed)).toBe('Error in workflow');
    expect(failed.body).not.toContain(secret);

    step.answer(id, 200);
    expect(await post(workflow.url, { id })).toEqual({ status: 200, body: '' });
    expect(step.countOf(id)).toBe(2);
    expect((await executionsOf(workflow)).map(({ status }) => status).toSorted()).toEqual([
      'error',
      'success',
    ]);
  });

  it('answers 500 when a person stops the execution, and a later call starts it again', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    const call = post(workflow.url, { id });
    await step.untilReached(id, 1);
    const [execution] = await executionsOf(workflow);
    await real.client.post(`/rest/executions/${execution!.id}/stop`, {});
    expect((await call).status).toBe(500);
    step.answer(id, 200);
    expect(await post(workflow.url, { id })).toEqual({ status: 200, body: '' });
    expect(step.countOf(id)).toBe(2);
  });

  it('runs once at a time for a task, and says so to nine of ten calls at once', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    const calls = Array.from({ length: 10 }, () => post(workflow.url, { id }));
    await step.untilReached(id, 1);
    const first = await Promise.race(calls);
    expect(first.status).toBe(503);
    expect((await post(workflow.url, { id })).status).toBe(503);
    step.answer(id, 200);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 503)]);
    expect(step.countOf(id)).toBe(1);
  });

  it('knows how the workflow ended when the caller has lost patience', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    const patience = new AbortController();
    const call = post(workflow.url, { id }, patience.signal);
    await step.untilReached(id, 1);
    patience.abort();
    await expect(call).rejects.toThrow();
    expect((await post(workflow.url, { id })).status).toBe(503);
    step.answer(id, 200);
    await waitFor(
      async () => (await post(workflow.url, { id })).status === 200 || undefined,
      60_000,
      () => new Error('The end of the workflow was not noticed'),
    );
    expect(step.countOf(id)).toBe(1);
  });

  it('starts a workflow that always fails a bounded number of times', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    step.answer(id, 500);
    const statuses: number[] = [];
    for (let call = 0; call < mostStarts + 2; call++)
      statuses.push((await post(workflow.url, { id })).status);
    expect(statuses).toEqual([...Array.from({ length: mostStarts }, () => 500), 429, 429]);
    expect(step.countOf(id)).toBe(mostStarts);
  });

  it('loses no call when n8n is killed while the workflow runs', async () => {
    const workflow = await publish('lastNode');
    const id = await orderVideo(real.sandbox, { callback_url: workflow.url });
    await step.untilReached(id, 1);
    await real.killAndRestart();
    await step.untilReached(id, 2);
    step.answer(id, 200);
    const { attempts } = await untilDelivered(id);
    expect(attempts.at(-1)?.httpStatus).toBe(200);
    expect(attempts[0]?.httpStatus ?? null).toBeNull();
    const executions = await executionsOf(workflow);
    const ended = executions.filter(({ status }) => status === 'success');
    expect(ended).toHaveLength(1);
    const { data } = await readExecution(real.client, ended[0]!.id);
    const item = data.resultData.runData[trigger]![0]!.data!.main![0]![0]!;
    expect(item.json).toMatchObject({ id, status: 'completed' });
    expect(item.json.videoUrl).toContain(`/files/${id}`);
    expect(step.countOf(id)).toBe(2);
  });

  const isLook = ({ method, path }: Passing) => method === 'GET' && path.startsWith('/v1/tasks/');
  const isCall = ({ path }: Passing) => path.startsWith('/webhook/');
  it.each<[string, () => Promise<void>, number]>([
    ['it looks at the task', () => service.catchNext(isLook, 'answer'), 1],
    ['its answer is on the way', () => front.catchNext(isCall, 'answer'), 2],
  ])('loses no call when n8n is killed while %s', async (_, trap, runs) => {
    const workflow = await publish('lastNode');
    const caught = trap();
    const id = await orderVideo(real.sandbox, {
      callback_url: workflow.url.replace(real.n8n.url, front.url),
    });
    step.answer(id, 200);
    await caught;
    await real.killAndRestart();
    await untilDelivered(id);
    expect(step.countOf(id)).toBe(runs);
  });

  const passOn = 'continueRegularOutput';
  const toOutput = 'continueErrorOutput';
  const keepNothing = {
    type: 'n8n-nodes-base.filter',
    typeVersion: 2.2,
    parameters: { conditions: noneFits },
  };
  const sleepForAnHour = {
    type: 'n8n-nodes-base.wait',
    typeVersion: 1.1,
    parameters: { amount: 1, unit: 'hours' },
  };
  const toErrorOutput: Change = (workflow) => ({
    ...workflow,
    connections: {
      ...workflow.connections,
      Step: { main: [[], [{ node: 'Last', type: 'main', index: 0 }]] },
    },
  });
  const cut: Change = (workflow) => ({
    ...workflow,
    connections: { [trigger]: workflow.connections[trigger]! },
  });
  const stop = { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: secret } };
  it.each<[string, Parameters<typeof publish>[1], number, number]>([
    ['a node behind the error output', { onError: toOutput, change: toErrorOutput }, 500, 200],
    ['nothing behind the error output', { onError: toOutput }, 500, 200],
    ['an error that the workflow passes on', { onError: passOn }, 500, 200],
    ['an error that the last node passes on', { onError: passOn, change: cut }, 500, 200],
    ['an error of the last node', { last: stop }, 200, 500],
    ['a last node without data', { last: keepNothing }, 200, 200],
    ['a node that goes to sleep', { last: sleepForAnHour }, 200, 200],
  ])('answers as n8n sees the end, with %s', async (_, made, stepStatus, httpStatus) => {
    const workflow = await publish('lastNode', made);
    const id = await createFinished();
    step.answer(id, stepStatus);
    const answered = await post(workflow.url, { id });
    expect(answered.status).toBe(httpStatus);
    expect(answered.body).not.toContain(secret);
  });

  it('answers its test URL at the end as well', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    step.answer(id, 200);
    const testUrl = workflow.url.replace('/webhook/', '/webhook-test/');
    for (let times = 0; times < 2; times++) {
      await real.editor.run(workflow.name, trigger);
      expect(await post(testUrl, { id })).toEqual({ status: 200, body: '' });
    }
    expect(step.countOf(id)).toBe(2);
  });
});

describe('Video Finished Trigger, with something else in Respond', () => {
  it.each([
    ['a word that is no choice', 'sometimes'],
    ['another mode of n8n’s', 'responseNode'],
    ['an expression that comes to another word', '={{ "responseNode" }}'],
    ['an expression that comes to a list', '={{ ["lastNode"] }}'],
    ['an expression that comes to nothing', '={{ undefined }}'],
    ['an expression that needs an item', '={{ $json.a.b.c }}'],
    ['an expression that fails', '={{ (() => { throw new Error("x") })() }}'],
    ['an expression that is none', '={{ ( }}'],
    ['an expression, though it comes to a choice', '={{ "last" + "Node" }}'],
    ['an empty text', ''],
  ])('responds immediately with %s', async (_, respond) => {
    const workflow = await publish(respond);
    const id = await createFinished();
    const answered = await post(workflow.url, { id });
    expect(answered.status).toBe(200);
    expect(messageOf(answered)).toBe('The workflow was started');
    await step.untilReached(id, 1);
    step.answer(id, 200);
  });
});
