import { n8nCore } from './engine.ts';
import type { MainProcess } from './MainProcess.ts';
import { AlreadyResuming } from './N8nProcess.ts';
import type { HttpAnswer, HttpRequest } from './Service.ts';

/** So long it may take from a timer or, in queue mode, a call to the execution's end, where the database is slow, or it queues. */
const nearOthersMs = { usual: 30_000, queued: 3 * 60_000 };
/** Where the database is slower, a call is given up before n8n has answered it, and sent again. */
const slowestStoreMs = 1_000;

/**
 * What n8n's main process answers: to calls of waiting executions, as `WaitingWebhooks`, and to
 * questions about it.
 *
 * @param sentAtMs - where the nodes themselves call: when they sent it
 */
export async function answerCall(
  n8n: MainProcess,
  request: HttpRequest,
  sentAtMs?: number,
): Promise<HttpAnswer> {
  const isOwn = sentAtMs !== undefined;
  const { method, url, body, headers = {} } = request;
  const { pathname, searchParams } = new URL(url);
  const [place, id, suffix = ''] = pathname.split('/').slice(1);
  if (place === 'webhook-waiting' && id !== undefined)
    return await resume(n8n, method, id, suffix, searchParams, body, headers, sentAtMs);
  if (place === 'form-waiting' && suffix === 'n8n-execution-status')
    return await tellStatus(n8n, id!, searchParams, isOwn);
  if (pathname === '/healthz') return { status: 200, body: { status: 'ok' } };
  if (pathname === '/healthz/readiness')
    return { status: n8n.isReady ? 200 : 503, body: { status: n8n.isReady ? 'ok' : 'error' } };
  if (n8n.isReady && method === 'GET') return { status: 200, body: '<html>n8n</html>' };
  return { status: 404, body: `Cannot ${method} ${pathname}` };
}

/** As `WaitingForms.handleStatusRequest`. */
async function tellStatus(
  n8n: MainProcess,
  id: string,
  query: URLSearchParams,
  isOwn: boolean,
): Promise<HttpAnswer> {
  const row = await n8n.store.read(n8n, id);
  if (row?.isBare) {
    // Nobody can know that n8n has stored nothing of it, before it was asked.
    const isForeseen = n8n.askedUnstored.has(id);
    n8n.askedUnstored.add(id);
    return fail(n8n, 'Cannot read properties of undefined', isOwn && isForeseen);
  }
  const token = row?.brief.resumeToken;
  if (token !== undefined && query.get('signature') !== token)
    return { status: 401, body: '<html>Invalid token</html>' };
  return { status: 200, body: row?.status ?? 'null' };
}

function refuse(n8n: MainProcess, status: number, message: string, isOwn: boolean): HttpAnswer {
  n8n.world.noteErrorLine(message, isOwn);
  return { status, body: { code: status, message } };
}

function isNearOthers(n8n: MainProcess, id: string): boolean {
  const passedMs = n8n.world.time.nowMs - (n8n.startedByOthersAtMs.get(id) ?? -Infinity);
  return passedMs < nearOthersMs[n8n.world.plan.limit > 0 ? 'queued' : 'usual'];
}

async function resume(
  n8n: MainProcess,
  method: string,
  id: string,
  suffix: string,
  query: URLSearchParams,
  body: unknown,
  headers: Record<string, unknown>,
  sentAtMs: number | undefined,
): Promise<HttpAnswer> {
  const fromNodes = sentAtMs !== undefined;
  // Nobody can know of a timer that has just gone off, of a call from outside that has come
  // meanwhile or, in queue mode, that another process has taken: whatever node is called may meet them.
  const isOwn = () => {
    if (!fromNodes || n8n.store.latencyMs > slowestStoreMs) return false;
    const isMet = isNearOthers(n8n, id);
    if (isMet) n8n.world.meetings += 1;
    return !isMet && (n8n.calledAtMs.get(id) ?? -Infinity) < sentAtMs;
  };
  const row = await n8n.store.read(n8n, id);
  if (row === undefined) return refuse(n8n, 404, `The execution "${id}" does not exist.`, isOwn());
  if (row.isBare) return fail(n8n, 'Cannot read properties of undefined', isOwn());
  const { status, finished, brief } = row;
  if (brief.resumeToken !== undefined && query.get('signature') !== brief.resumeToken)
    return { status: 401, body: { error: 'Invalid token' } };
  if (status === 'running')
    return refuse(n8n, 409, `The execution "${id}" is running already.`, isOwn());
  if (brief.hasError)
    return refuse(n8n, 409, `The execution "${id}" has finished with error.`, isOwn());
  if (finished) return refuse(n8n, 409, `The execution "${id} has finished already.`, isOwn());
  const last = brief.lastNodeExecuted;
  if (last === undefined) return fail(n8n, `Cannot read properties of undefined`, isOwn());
  const called = n8n.definition(row.plan).nodes.find(({ name }) => name === last)!;
  const type = n8n.nodeType(called.type);
  const webhook = (type.description.webhooks ?? []).find(
    (one) => one.httpMethod === method && one.path === suffix && one.restartWebhook === true,
  );
  if (webhook === undefined || type.webhook === undefined)
    return refuse(
      n8n,
      404,
      `The workflow for execution "${id}" does not contain a waiting webhook with a matching path/method.`,
      isOwn(),
    );
  const { data } = row;
  const entry = data.executionData?.nodeExecutionStack[0];
  if (entry === undefined) return fail(n8n, `Cannot read properties of undefined`, isOwn());
  entry.node.disabled = true;
  delete data.waitTill;
  data.resultData.runData[last]?.pop();
  const workflow = n8n.workflow(row.plan);
  const node = workflow.getNode(last)!;
  await n8n.store.look(n8n);
  const request = {
    body: body ?? {},
    headers,
    params: {},
    query: Object.fromEntries(query),
    method,
  };
  const additionalData = Object.assign(n8n.additionalData(id, row.plan), { httpRequest: request });
  const webhookData = { httpMethod: method, path: suffix, webhookDescription: webhook };
  const context = new n8nCore.WebhookContext(
    ...[workflow, node, additionalData, row.mode, webhookData as never, [] as never[], data],
  );
  const result = await type.webhook.call(context as never);
  const { workflowData, webhookResponse } = result;
  const answer = { status: 200, body: webhookResponse ?? { message: 'Workflow was started' } };
  if (workflowData === undefined) {
    n8n.tell(`a call to execution ${id} is answered: ${JSON.stringify(webhookResponse)}`);
    return answer;
  }
  entry.data.main = workflowData;
  entry.metadata = { ...entry.metadata, forwardAllOutputs: true } as never;
  n8n.tell(`a call wakes execution ${id}`);
  const isAlone = fromNodes && !n8n.calledAtMs.has(id);
  if (isAlone && n8n.hasTimer(id)) n8n.calledBeforeTimer.add(id);
  if (!fromNodes) {
    const { time, plan } = n8n.world;
    n8n.world.noteCalled(row.plan);
    n8n.calledAtMs.set(id, time.nowMs);
    if (plan.setup === 'queue') n8n.startedByOthersAtMs.set(id, time.nowMs);
  }
  try {
    await n8n.run({ row, data }, { id, status: 'waiting' });
  } catch (error) {
    if (!(error instanceof AlreadyResuming)) throw error;
    return fail(n8n, `Execution ${id} is already being resumed`, isOwn());
  }
  return { status: 200, body: { message: 'Workflow was started' } };
}

function fail(n8n: MainProcess, message: string, isOwn: boolean): HttpAnswer {
  n8n.tell(`fails over a call: ${message}`);
  n8n.world.noteErrorLine(message, isOwn);
  return { status: 500, body: { code: 0, message } };
}
