import type { INode, INodeParameters, IRun, IRunExecutionData } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { fakeService, type Reply, type SentRequest } from '../engine/fakeService.ts';
import { haveVirtualTime } from '../engine/virtualTime.ts';
import { itemsNode, node, ourNode, to } from '../engine/node.ts';
import { testCredential } from '../engine/runNode.ts';
import { idKey, newExecutionId, runWorkflow, type TestRun } from '../engine/runWorkflow.ts';
import { fakeN8n, resumeByCall, resumeByTimer, retry, timerMsOf } from '../engine/sleeping.ts';
import { killN8n, startN8n, untilKilled } from '../engine/n8nProcess.ts';

/** Executions that sleep, with what is to happen when n8n is called for them. */
const asleep = new Map<string, () => void>();

let fresh: TestRun['types'];

/** The nodes of this test, which remember nothing of another. */
export const ownTypes = (): NonNullable<TestRun['types']> => fresh!;

/** Each promise is played off the network, in virtual time, beside an n8n that wakes who is called for. */
export function beginPromises(): void {
  haveVirtualTime();
  beforeAll(() => nock.disableNetConnect());
  beforeEach(async () => {
    // What one test leaves behind in the nodes' process waits for a time that is over.
    fresh = await startN8n();
    asleep.clear();
    nock('https://files.test')
      .persist()
      .get(/\.mp4$/)
      .reply(200, Buffer.alloc(2_000, 7), { 'content-type': 'video/mp4' });
    fakeN8n(
      (executionId) => {
        const wake = asleep.get(executionId);
        wake?.();
        return wake === undefined ? 409 : 200;
      },
      undefined,
      (executionId) => (asleep.has(executionId) ? 'waiting' : 'running'),
    );
  });
  afterEach(() => nock.cleanAll());
}

export interface Setup extends Partial<Omit<TestRun, 'nodes' | 'connections'>> {
  /** What the user has filled in besides the prompt. */
  parameters?: INodeParameters;
  settings?: Partial<INode>;
}

export const nodeName = 'Create Video';

/** A table of prompts -> Create Video as it comes from the menu -> After / Failed. */
export const table = (
  prompts: readonly string[],
  { parameters = {}, settings = {}, ...more }: Setup = {},
): TestRun => ({
  credential: testCredential,
  ...(fresh && { types: fresh }),
  nodes: [
    itemsNode(prompts.map((prompt) => ({ json: { prompt, own: prompt } }))),
    ourNode(nodeName, 'createVideo', { prompt: '={{ $json.prompt }}', ...parameters }, settings),
    node('After', 'test.pass'),
    node('Failed', 'test.pass'),
  ],
  connections: {
    Items: { main: [to(nodeName)] },
    [nodeName]: { main: [to('After'), to('Failed')] },
  },
  ...more,
});

/** The same in a loop: what the node gives out comes to it again, until it has come by so often. */
export function loop(test: TestRun, passes: number): TestRun {
  test.nodes.push(node('Again', 'test.again', { parameters: { passes } }));
  test.connections[nodeName] = { main: [to('Again')] };
  test.connections.Again = { main: [to(nodeName), to('After')] };
  return test;
}

/** `count` prompts that are told apart. */
export const promptsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `scene-${String(index + 1).padStart(3, '0')}`);
export const idOf = (prompt: string) => `task_${prompt}_end`;

export interface ServiceSetup {
  /** What a create request is answered with where it makes no task, or its answer is lost. */
  create?: (prompt: string, nth: number) => Reply | undefined;
  /** Whether a task has ended at its n-th look, from 1, and how; nothing while it is open. */
  read?: (id: string, look: number) => Reply | undefined;
  /** How long it takes to accept an order, one after another. */
  msPerCreate?: number;
}

const pending: Reply = { status: 200, body: { status: 'pending', progress: 40 } };
export const done = (id: string): Reply => ({
  status: 200,
  body: { id, status: 'completed', results: [`https://files.test/${id}.mp4`] },
});
export const lost: Reply = { breakWith: 'ECONNRESET' };
/** A service that takes so many orders, and n8n is killed before the last of them is answered. */
export function killAfter(orders: number) {
  let taken = 0;
  return {
    create: (): Reply | undefined => {
      if ((taken += 1) === orders) killN8n();
      return undefined;
    },
  };
}
/** A service that remembers which task it made for which prompt. */
export function rememberingService({
  create = () => undefined,
  read = (id, look) => (look > 1 ? done(id) : undefined),
  msPerCreate = 0,
}: ServiceSetup = {}) {
  let freeAtMs = 0;
  const made: string[] = [];
  const looks = new Map<string, number>();
  const sentFor = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key)!;
  };
  const answer = ({ method, path, body }: SentRequest): Reply => {
    if (method === 'POST') {
      const { prompt } = body as { prompt: string };
      const reply = create(prompt, count(sentFor, prompt));
      // What isn't refused has made a task, whether or not anybody hears of it.
      if (reply === undefined || !('status' in reply) || reply.status < 400) made.push(prompt);
      freeAtMs = Math.max(freeAtMs, Date.now()) + msPerCreate;
      const accepted = { status: 200, body: { id: idOf(prompt), status: 'pending' } };
      return reply ?? { ...accepted, delayMs: freeAtMs - Date.now() };
    }
    const id = decodeURIComponent(path.split('/').at(-1)!);
    return read(id, count(looks, id)) ?? pending;
  };
  const { requests } = fakeService(answer);
  return {
    requests,
    /** Prompts of the tasks that were made, in order. */
    made,
    /** Prompts for which more than one task was made. */
    get madeTwice() {
      return [...new Set(made.filter((prompt, index) => made.indexOf(prompt) !== index))];
    },
    get created() {
      return requests.filter(({ method }) => method === 'POST').length;
    },
  };
}

/**
 * What n8n does with an execution that sleeps: wakes it when it is called, or by its timer.
 *
 * @param queueMs - how long it has to queue then
 */
export async function wake(test: TestRun, run: IRun, queueMs = 0): Promise<IRun> {
  const executionId = run.data.executionData!.contextData.flow![idKey] as unknown as string;
  const isCalled = await new Promise<boolean>((resolve) => {
    asleep.set(executionId, () => setTimeout(() => resolve(true), queueMs));
    setTimeout(() => resolve(false), Math.max(0, timerMsOf(run) - Date.now()));
  });
  if (!isCalled) return await resumeByTimer(test, run);
  const woken = (await resumeByCall(test, run)).run;
  return woken ?? run;
}

/** Runs a workflow to its end, however often it sleeps meanwhile. */
export async function runToEnd(test: TestRun, start?: IRun): Promise<IRun> {
  let run = start ?? (await runWorkflow(test));
  while (run.status === 'waiting') run = await wake(test, run);
  return run;
}

/** Runs a workflow until its table is ordered, and it sleeps while the videos are made. */
export async function untilOrdered(
  test: TestRun,
  service: { created: number },
  rows: number,
): Promise<IRun> {
  let run = await runWorkflow(test);
  while (run.status === 'waiting' && service.created < rows) run = await wake(test, run);
  return run;
}

/**
 * Runs an execution until somebody kills n8n.
 *
 * @param onStored - called whenever it sleeps
 * @param queueMs - how long it has to queue whenever it is woken
 * @returns what n8n stored of it at its last sleep; nothing where it has not slept
 */
export async function runUntilKilled(
  test: TestRun,
  onStored: (run: IRun) => unknown = () => {},
  queueMs = 0,
): Promise<IRun | undefined> {
  let stored: IRun | undefined;
  const play = async () => {
    let run = await runWorkflow(test);
    for (; run.status === 'waiting'; run = await wake(test, run, queueMs)) {
      stored = run;
      onStored(run);
    }
    throw new Error('The execution came to its end before n8n was killed');
  };
  await Promise.race([play(), untilKilled()]);
  return stored;
}

/** What a person does after a kill: Retry with original workflow, in an n8n that has just started. */
export async function retryAfterKill(test: TestRun, stored?: IRun): Promise<IRun> {
  const fresh = await inNewProcess(test);
  const executionId = newExecutionId();
  const started =
    stored === undefined
      ? await runWorkflow({ ...fresh, mode: 'retry', executionId })
      : await retry(fresh, stored);
  return await runToEnd(fresh, started);
}

/** The same rows once more, in an execution of their own, in an n8n that has just started. */
export async function deliverAfterKill(test: TestRun): Promise<IRun> {
  const fresh = await inNewProcess(test);
  return await runToEnd({ ...fresh, executionId: newExecutionId() });
}

/** The workflow in an n8n that has just started; what it does in the one that was running is over. */
export async function inNewProcess(test: TestRun): Promise<TestRun> {
  asleep.clear();
  return { ...test, types: await startN8n() };
}

export const runsOf = (run: IRun, name: string) => run.data.resultData.runData[name] ?? [];
export const itemsIn = (run: IRun, name: string) =>
  runsOf(run, name).flatMap(({ data }) => data?.main?.[0] ?? []);
/** Items that came out of the node at the end: those that are well, or the error branch. */
export const outputsOf = (run: IRun, output: 0 | 1) =>
  runsOf(run, nodeName).at(-1)?.data?.main?.[output] ?? [];
export const jsonIn = (run: IRun, name: string) => itemsIn(run, name).map(({ json }) => json);

type RunError = { message: string; description?: string; context?: Record<string, unknown> };
export const errorOf = (run: IRun) => run.data.resultData.error as RunError | undefined;

/** All that a person can read of an execution in n8n's editor. */
export function readable({ data }: IRun): string {
  const { runData, error } = data.resultData as IRunExecutionData['resultData'];
  const { message, description, context } = (error ?? {}) as Partial<RunError>;
  const shown = [nodeName, 'After', 'Failed'].map((name) => runData[name] ?? []);
  return JSON.stringify([shown, message, description, context]);
}

/** Prompts whose task a person can name. */
export const named = (run: IRun, prompts: readonly string[]) => {
  const text = readable(run);
  return prompts.filter((prompt) => text.includes(idOf(prompt)));
};
