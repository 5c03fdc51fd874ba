import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExecution, waitFor, type Workflow } from '../../../playground/index.ts';
import { openGate, type Gate } from '../gate.ts';
import { chain, startRealN8n, type RealN8n } from '../realN8n.ts';
import { openStep, type Step } from '../step.ts';
import { code, to } from './rig.ts';

let real: RealN8n;
/** Keeps the only place that n8n has for executions as long as the test wants. */
let step: Step;
/** Before the service, as the workflows tell it what left their node. */
let told: Gate;
/** Before n8n, as the service and the node's watcher call it. */
let front: Gate;

beforeAll(async () => {
  step = await openStep({});
  told = await openGate(() => real.sandbox.url);
  front = await openGate(() => real.n8n.url);
  real = await startRealN8n({
    env: { WEBHOOK_URL: `${front.url}/`, N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' },
    sandboxArgs: ['--renderer', 'instant'],
  });
});
afterAll(async () => {
  await real?.stop();
  for (const server of [step, told, front]) await server?.close();
});

/** n8n's limit counts no runs of the editor. */
const webhook = (path: string) => ({
  name: 'Webhook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  webhookId: path,
  parameters: { path, httpMethod: 'POST', responseMode: 'onReceived' },
});
const request = (name: string, url: string) => ({
  name,
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  parameters: { url, options: {} },
});
const videoGen = (node: string, name: string, parameters: object) => ({
  name,
  type: `n8n-nodes-videogen.${node}`,
  credentials: { videoGenApi: real.credential },
  parameters,
});
const createVideo = () =>
  videoGen('createVideo', 'Create Video', {
    prompt: '={{ $json.prompt }}',
    callback: 'resumeExecution',
  });
const waitForVideo = (parameters: object) => videoGen('waitForVideo', 'Wait for Video', parameters);
const tell = (id: string) => request('Tell', `=${told.url}/healthz?told=${id}-{{ $json.id }}`);
const prompts = (id: string, seconds: number[]) =>
  code(
    'Prompts',
    seconds.map((takes) => ({ prompt: `${id} sandbox:takes=${takes}` })),
  );

/** Items that leave one after the other, each into the same step. */
const asTheyCome = (id: string, watch: boolean) =>
  chain(id, [
    webhook(id),
    prompts(id, [40, 41, 170]),
    createVideo(),
    waitForVideo({ options: { release: 'asTheyCome' }, waiting: { watch } }),
    tell(id),
  ]);

/** Videos one after the other, each paid when the one before is there. */
function oneByOne(id: string, watch: boolean, seconds = [40, 20, 21]): Workflow {
  const made = chain(id, [
    webhook(id),
    prompts(id, seconds),
    { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: {} },
    createVideo(),
    waitForVideo({ waiting: { watch } }),
    tell(id),
  ]);
  made.connections.Loop = { main: [[], ...to('Create Video').map((one) => [one])] } as never;
  made.connections.Tell = { main: [to('Loop')] } as never;
  return made;
}

/** By which n8n knows the workflows. */
const storedIds = new Map<string, string>();
async function publish(workflow: Workflow): Promise<void> {
  storedIds.set(workflow.id, await real.editor.store(workflow));
  await real.editor.publish(workflow.id);
}
const call = (path: string) =>
  waitFor(
    async () => {
      const answer = await fetch(`${real.n8n.url}/webhook/${path}`, { method: 'POST' });
      return answer.status === 200 || undefined;
    },
    60_000,
    () => new Error(`n8n does not take /webhook/${path}`),
  );
const executionOf = async (id: string) => {
  const filter = encodeURIComponent(JSON.stringify({ workflowId: storedIds.get(id) }));
  const { results } = await real.client.get<{
    results: { id: string; status: string; waitTill?: string }[];
  }>(`/rest/executions?filter=${filter}`);
  return results[0];
};
/** A failed execution shall not be waited for. */
async function failed(id: string): Promise<never> {
  const { data } = await readExecution(real.client, id);
  const { error, lastNodeExecuted } = data.resultData;
  throw new Error(`Execution ${id} failed at ${lastNodeExecuted}: ${JSON.stringify(error)}`);
}
async function untilStatus(ids: string[], wanted: string): Promise<void> {
  let seen: unknown;
  await waitFor(
    async () => {
      const all = await Promise.all(ids.map(executionOf));
      seen = all.map((one) => one?.status);
      for (const one of all) if (one?.status === 'error') await failed(one.id);
      return all.every((one) => one?.status === wanted) || undefined;
    },
    400_000,
    () => new Error(`Not all of ${ids.join(', ')} are ${wanted}: ${JSON.stringify(seen)}`),
  );
}
async function tasksOf(id: string) {
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  const tasks = (await answer.json()) as { id: string; prompt: string }[];
  return tasks.filter(({ prompt }) => prompt.startsWith(`${id} `));
}
async function expectEachOnce(ids: string[]): Promise<void> {
  for (const id of ids) {
    const tasks = await tasksOf(id);
    expect(tasks).toHaveLength(3);
    const left = told.requests.flatMap(({ path }) => path.split(`told=${id}-`)[1] ?? []);
    expect(left.toSorted()).toEqual(tasks.map((task) => task.id).toSorted());
  }
}
const blocking = (id: string) => chain(id, [webhook(id), request('Step', `${step.url}/${id}`)]);
/** Takes the only place that n8n has, until the step is answered. */
async function block(id: string): Promise<void> {
  await call(id);
  await step.untilReached(id, 1);
}
/**
 * Waits until n8n has taken a call to an execution, the service's, which has a body, or its own. n8n
 * refuses one at once, and answers one that it queues when its turn has come.
 */
async function untilCalled(id: string, by: 'the service' | 'itself'): Promise<void> {
  const path = `/webhook-waiting/${(await executionOf(id))!.id}/`;
  const isIt = (call: (typeof front.requests)[number]) =>
    call.method === 'POST' &&
    call.path.startsWith(path) &&
    (call.body === '') === (by === 'itself');
  let takenSinceMs: number | undefined;
  await waitFor(
    async () => {
      const refused = front.answers.filter((answer) => isIt(answer) && answer.status >= 400);
      const isTaken = front.requests.filter(isIt).length > refused.length;
      takenSinceMs = isTaken ? (takenSinceMs ?? Date.now()) : undefined;
      return (takenSinceMs !== undefined && Date.now() - takenSinceMs > 300) || undefined;
    },
    60_000,
    () => new Error(`${id} was not called by ${by}`),
    50,
  );
}
const waitUntil = (atMs: number) =>
  waitFor(
    async () => Date.now() > atMs || undefined,
    300_000,
    () => new Error('The time does not pass'),
    50,
  );
const wakesAtMs = async (id: string) => Date.parse((await executionOf(id))!.waitTill!);

describe('an n8n that runs one execution at a time', () => {
  it('pays for each video once, and lets each leave once, however long they queue', async () => {
    const ids = ['items', 'called-items', 'loop', 'called-loop'];
    const [items, calledItems, loop, calledLoop] = ids as [string, string, string, string];
    await publish(asTheyCome(items, true));
    await publish(asTheyCome(calledItems, false));
    await publish(oneByOne(loop, true));
    await publish(oneByOne(calledLoop, false));
    await publish(blocking('long'));
    for (const id of ids) await call(id);
    await untilStatus(ids, 'waiting');
    await block('long');
    // n8n looks once a minute for executions that are due, and those that queue still are.
    // Those that nobody watches have the shortest timers.
    const due = await Promise.all([calledItems, calledLoop].map(wakesAtMs));
    await waitUntil(Math.max(...due) + 62_000);
    step.answer('long', 200);
    await untilStatus(ids, 'success');

    await expectEachOnce(ids);
    const { data } = await readExecution(real.client, (await executionOf(loop))!.id);
    expect(data.resultData.runData['Wait for Video']).toHaveLength(3);
  }, 900_000);

  it('goes on once where a call and a timer queue, and the timer was a moment ago', async () => {
    const id = 'moment';
    await publish(oneByOne(id, false, [20, 6, 7]));
    for (const other of ['short', 'between']) await publish(blocking(other));
    await call(id);
    await untilStatus([id], 'waiting');
    await block('short');
    const timerMs = await wakesAtMs(id);
    await untilCalled(id, 'the service');
    // n8n answers when its turn has come.
    const between = call('between');
    await waitUntil(timerMs + 300);
    step.answer('short', 200);
    // Called, it goes back to sleep and calls itself, before its timer's turn comes.
    await untilCalled(id, 'itself');
    step.answer('between', 200);
    await between;
    await untilStatus([id], 'success');
    await expectEachOnce([id]);
  }, 600_000);
});
