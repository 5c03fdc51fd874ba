import { parse, stringify } from 'flatted';
import nock from 'nock';
import type { INode, IRun, IRunExecutionData } from 'n8n-workflow';
import { vi } from 'vitest';
import { callWebhook, idKey, newExecutionId, runWorkflow, type TestRun } from './runWorkflow.ts';

/** What n8n stores of an execution and reads again. */
const throughDatabase = (data: IRunExecutionData) => parse(stringify(data)) as IRunExecutionData;

/** What is left of a test when only what is stored counts; node types of its own are code. */
const copyOf = ({ types, onStart, ...test }: TestRun): TestRun => ({
  ...structuredClone(test),
  ...(types && { types }),
  ...(onStart && { onStart }),
});

/** What n8n does when the timer of a sleeping execution fires. */
export async function resumeByTimer(test: TestRun, run: IRun): Promise<IRun> {
  return await runWorkflow({ ...copyOf(test), resumeFrom: throughDatabase(run.data) });
}

export const timerMsOf = ({ data }: IRun) => new Date(data.waitTill as unknown as string).getTime();

/**
 * Moves the fake clock on, and does what n8n does when the timer fires then.
 *
 * @param ms - to the time of the timer when left out
 */
export async function resumeAfter(test: TestRun, run: IRun, ms?: number): Promise<IRun> {
  vi.setSystemTime(ms === undefined ? timerMsOf(run) : Date.now() + ms);
  return await resumeByTimer(test, run);
}

export interface QueuedCall {
  /** How n8n answers the caller. */
  response: unknown;
  /** Starts the execution when its turn has come; absent when the call wakes nothing. */
  start?: () => Promise<IRun>;
}

/**
 * What n8n does when the resume URL of a sleeping execution is called.
 *
 * @returns its answer, and the execution from then on, unless that goes on sleeping
 */
export async function resumeByCall(test: TestRun, run: IRun, body: object = {}) {
  const { response, start } = await queueCall(test, run, body);
  return { response, run: await start?.() };
}

/** What n8n does at once when the resume URL of a sleeping execution is called. */
export async function queueCall(test: TestRun, run: IRun, body: object = {}): Promise<QueuedCall> {
  const data = throughDatabase(run.data);
  const { lastNodeExecuted, runData } = data.resultData;
  const entry = data.executionData!.nodeExecutionStack[0]!;
  entry.node.disabled = true;
  delete data.waitTill;
  runData[lastNodeExecuted!]!.pop();
  const { workflowData, webhookResponse: response } = await callWebhook(
    { ...copyOf(test), resumeFrom: data },
    lastNodeExecuted!,
    body,
  );
  if (workflowData === undefined) return { response };
  entry.data.main = workflowData;
  entry.metadata = { ...entry.metadata, forwardAllOutputs: true } as never;
  return {
    response,
    start: () => runWorkflow({ ...copyOf(test), resumeFrom: data }),
  };
}

/** What n8n does when a person retries an execution that crashed after it woke. */
export async function retry(test: TestRun, run: IRun, loadWorkflow = false): Promise<IRun> {
  const data = throughDatabase(run.data);
  const fresh = copyOf(test);
  const byName = new Map(fresh.nodes.map((node): [string, INode] => [node.name, node]));
  if (loadWorkflow)
    for (const entry of data.executionData!.nodeExecutionStack) {
      const node = byName.get(entry.node.name);
      if (node === undefined)
        throw new Error(`Could not find the node "${entry.node.name}" in workflow`);
      entry.node = node;
    }
  const executionId = newExecutionId();
  // It keeps its own when it sleeps.
  Object.assign(data.executionData!.contextData.flow ?? {}, { [idKey]: executionId });
  return await runWorkflow({ ...fresh, mode: 'retry', executionId, resumeFrom: data });
}

/** What n8n does when a person retries an execution that failed: without the run that failed. */
export async function retryFailed(
  test: TestRun,
  { data, ...run }: IRun,
  loadWorkflow = false,
): Promise<IRun> {
  const resultData = structuredClone(data.resultData);
  delete resultData.error;
  resultData.runData[resultData.lastNodeExecuted!]!.pop();
  return await retry(test, { ...run, data: { ...data, resultData } as never }, loadWorkflow);
}

/**
 * Stands in for n8n's own address: an execution that runs is busy, one that sleeps can be called.
 *
 * @param onCall - called for a call; returns the HTTP status of n8n's answer
 * @param stateOf - what n8n says the execution is
 * @param readiness - the HTTP status with which n8n says whether it has started
 */
export function fakeN8n(
  onCall: (executionId: string) => number = () => 409,
  url = 'https://n8n.test',
  stateOf: (executionId: string) => string = () => 'running',
  readiness = () => 200,
) {
  const calls: string[] = [];
  const states: string[] = [];
  const idIn = (sent: Request) => new URL(sent.url).pathname.split('/')[2]!;
  nock(url)
    .persist()
    .get(/^\/form-waiting\/.*\/n8n-execution-status/)
    .reply((sent: Request) => {
      states.push(idIn(sent));
      return [200, idIn(sent) === '0' ? 'null' : stateOf(idIn(sent))];
    });
  nock(url)
    .persist()
    .get('/healthz/readiness')
    .reply(() => [readiness(), {}]);
  nock(url)
    .persist()
    .post(/^\/webhook-waiting\//)
    .reply((sent: Request) => {
      const executionId = idIn(sent);
      calls.push(executionId);
      const httpStatus = onCall(executionId);
      const ending = { 409: 'is running already' }[httpStatus] ?? 'is called';
      return [httpStatus, { code: httpStatus, message: `The execution ${executionId} ${ending}.` }];
    });
  return { calls, states };
}
