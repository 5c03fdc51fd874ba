import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  createClient,
  importCredential,
  importWorkflow,
  installN8n,
  installPackage,
  loginAsOwner,
  type packRoot,
  publish,
  readExecution,
  startN8n,
  waitFor,
  type N8nClient,
} from '../../playground/index.ts';
import { countAsleep, countOpen, listExecutions } from '../executions.ts';
import { promptTaking } from '../bench/service/tasks.ts';
import { startService } from '../bench/service/startService.ts';
import { chain } from '../../test/e2e/realN8n.ts';
import { readTrouble } from './readLog.ts';

/** How n8n ends, and for how long it is down. */
export interface Case {
  executions: number;
  end: 'stop' | 'kill';
  downSeconds: number;
  /** Whether n8n's own Wait node sleeps in place of ours, until a time at which n8n is down. */
  isWaitNode?: boolean;
  /** How many accounts they have at the service, in turn. */
  accounts?: number;
  /** How long all of them sleep before n8n ends. */
  settleSeconds?: number;
}

/** What became of the executions. Times in seconds from the moment when n8n is started again. */
export interface Played extends Case {
  actualDownSeconds: number;
  /** Executions by the status that n8n shows in the end. */
  statuses: Record<string, number>;
  /** What n8n says of those that did not succeed. */
  failures: string[];
  /** Tasks that the service was paid for. */
  created: number;
  /** Executions whose video never reached the next node, and those where it did more than once. */
  lost: number;
  twice: number;
  /** Runs of the error workflow. */
  falseAlarms: number;
  /** Executions that n8n found unfinished at its start: after a kill, all that sleep as well. */
  foundUnfinished: number;
  upSeconds: number;
  firstHomeSeconds: number;
  medianHomeSeconds: number;
  lastHomeSeconds: number;
  errorLines: number;
  ourErrorLines: number;
  /** Of the errors, some, as n8n wrote them. */
  examples: string[];
  loadAverage: number;
}

type Packed = Awaited<ReturnType<typeof packRoot>>;

/** Lets one at a time use the machine: an n8n that is down needs nothing of it. */
export type Turn = <T>(what: () => Promise<T>) => Promise<T>;

const workflowId = 'restart';
const aDaySeconds = 86_400;
/** So long n8n takes at the most to start, and to put so many to sleep. */
const longestFallMs = (executions: number) => 60_000 + 400 * executions;
// By then those come home whom nobody has called, by a timer of their own.
const patienceMs = 20 * 60_000;
const mostExamples = 20;

/**
 * Puts executions to sleep in a real n8n, ends it, has all videos finish meanwhile, and starts it
 * again.
 *
 * @param packed - the package that n8n installs
 * @param turn - is held while n8n runs
 */
export async function playRestart(
  { executions, end, downSeconds, isWaitNode = false, accounts = 1, settleSeconds = 35 }: Case,
  packed: Packed,
  turn: Turn,
): Promise<Played> {
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-restart-'));
  const userFolder = join(folder, 'n8n');
  const installed = await installN8n();
  const service = await startService();
  const logs: string[] = [];
  const waitEndsAtMs = isWaitNode ? Date.now() + longestFallMs(executions) : 0;
  const start = async (port?: number) => {
    const n8n = await startN8n({
      installed,
      userFolder,
      ...(port !== undefined && { port }),
      env: { N8N_LOG_FORMAT: 'json' },
    });
    const keepLog = async () => {
      const copy = join(folder, `n8n-${logs.length}.log`);
      await copyFile(n8n.logFile, copy);
      logs.push(copy);
    };
    return { ...n8n, keepLog };
  };
  const play = async () => {
    const { port, downAtMs } = await turn(async () => {
      await installPackage(packed, userFolder);
      const n8n = await start();
      try {
        const client = createClient(n8n.url);
        await loginAsOwner(client);
        await installWorkflow(client, service.url, waitEndsAtMs, accounts);
        await fallAsleep(client, n8n.url, executions, accounts);
        await setTimeout(settleSeconds * 1_000);
        await (end === 'kill' ? n8n.kill() : n8n.stop());
      } finally {
        await n8n.stop();
      }
      await n8n.keepLog();
      return { port: n8n.port, downAtMs: Date.now() };
    });
    const nowMs = Date.now();
    for (const task of service.tasks.values()) task.finishesAtMs = nowMs;
    const upAgainAtMs = Math.max(downAtMs + downSeconds * 1_000, waitEndsAtMs);
    await setTimeout(Math.max(0, upAgainAtMs - Date.now()));
    return await turn(async () => {
      const startedAtMs = Date.now();
      const [loadAverage = 0] = loadavg();
      const n8n = await start(port);
      try {
        const upAtMs = Date.now();
        const client = createClient(n8n.url);
        await loginAsOwner(client);
        const callsOf = (start: string) =>
          service.requests.filter(({ path }) => path.startsWith(start));
        const arrivals = () => callsOf(homePath);
        const untilOver = async () => (await countOpen(client, workflowId)) === 0 || undefined;
        await waitFor(untilOver, patienceMs, () => new Error('Some have not ended'), 1_000).catch(
          console.error,
        );
        const statuses = await countStatuses(client);
        await n8n.keepLog();
        const trouble = await readTrouble(logs);
        const seconds = (atMs: number) => Math.round((atMs - startedAtMs) / 100) / 10;
        const home = arrivals().map(({ arrivedAtMs }) => seconds(arrivedAtMs));
        const homes = new Set(arrivals().map(({ path }) => path)).size;
        return {
          ...{ executions, end, downSeconds, isWaitNode, accounts, settleSeconds },
          actualDownSeconds: Math.round((startedAtMs - downAtMs) / 100) / 10,
          statuses,
          failures: await readFailures(client),
          created: service.tasks.size,
          lost: executions - homes,
          twice: arrivals().length - homes,
          falseAlarms: callsOf(alarmPath).length,
          foundUnfinished: trouble.foundUnfinished.length,
          upSeconds: seconds(upAtMs),
          firstHomeSeconds: home[0] ?? NaN,
          medianHomeSeconds: home[Math.floor(home.length / 2)] ?? NaN,
          lastHomeSeconds: home.at(-1) ?? NaN,
          errorLines: trouble.errors.length,
          ourErrorLines: trouble.ours.length,
          examples: [...new Set(trouble.errors.map((line) => line.slice(0, 400)))].slice(
            0,
            mostExamples,
          ),
          loadAverage,
        };
      } finally {
        await n8n.stop();
      }
    });
  };
  try {
    return await play();
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const homePath = '/home/';
const alarmPath = '/alarm/';
const errorWorkflowId = 'alarm';

/** @param waitEndsAtMs - until then n8n's own Wait node waits; 0 where ours does */
async function installWorkflow(
  client: N8nClient,
  serviceUrl: string,
  waitEndsAtMs: number,
  accounts: number,
): Promise<void> {
  const credential = await importCredential(client, {
    name: 'Service',
    type: 'videoGenerationApi',
    // Each execution's own, by what its webhook was called with.
    data: {
      baseUrl: serviceUrl,
      apiKey:
        accounts > 1 ? "=restart-key-{{ $('Order').item.json.query.account }}" : 'restart-key',
    },
  });
  const order = {
    name: 'Order',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    webhookId: workflowId,
    parameters: { httpMethod: 'POST', path: workflowId, responseMode: 'onReceived' },
  };
  const create = {
    name: 'Create Video',
    type: 'n8n-nodes-video-generation.createVideo',
    credentials: { videoGenerationApi: credential },
    parameters: {
      operation: 'createAndWait',
      prompt: promptTaking(aDaySeconds),
      timeLimitMinutes: (2 * aDaySeconds) / 60,
    },
  };
  const wait = {
    name: 'Wait',
    type: 'n8n-nodes-base.wait',
    typeVersion: 1.1,
    webhookId: 'wait',
    parameters: { resume: 'specificTime', dateTime: new Date(waitEndsAtMs).toISOString() },
  };
  const call = (name: string, path: string, id: string) => ({
    name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    parameters: {
      url: `=${serviceUrl}${path}{{ ${id} }}`,
      options: { response: { response: { neverError: true } } },
    },
  });
  const onError = { name: 'On Error', type: 'n8n-nodes-base.errorTrigger' };
  const alarm = chain(errorWorkflowId, [onError, call('Alarm', alarmPath, '$json.execution.id')]);
  await importWorkflow(client, alarm);
  await publish(client, errorWorkflowId);
  const sleeper = waitEndsAtMs > 0 ? wait : create;
  const steps = [order, sleeper, call('Home', homePath, '$execution.id')];
  const settings = { executionOrder: 'v1', errorWorkflow: errorWorkflowId };
  await importWorkflow(client, { ...chain(workflowId, steps), settings });
  await publish(client, workflowId);
}

async function fallAsleep(
  client: N8nClient,
  url: string,
  executions: number,
  accounts: number,
): Promise<void> {
  const order = async (count: number) => {
    const query = `account=${count % accounts}`;
    const { ok } = await fetch(`${url}/webhook/${workflowId}?${query}`, { method: 'POST' });
    return ok || undefined;
  };
  await waitFor(
    () => order(0),
    30_000,
    () => new Error('The webhook does not answer'),
  );
  for (let count = 1; count < executions; count++) await order(count);
  await waitFor(
    async () => (await countAsleep(client, workflowId)) === executions || undefined,
    15 * 60_000,
    () => new Error('Not all fell asleep'),
    1_000,
  );
}

/** What n8n says of the executions that did not succeed, of some. */
async function readFailures(client: N8nClient): Promise<string[]> {
  const failed = (await listExecutions(client, workflowId)).filter(
    ({ status }) => status !== 'success',
  );
  const told = failed.slice(0, mostExamples).map(async ({ id }) => {
    const { status, data } = await readExecution(client, String(id));
    return `${id} ${status}: ${data?.resultData?.error?.message ?? 'no error'}`;
  });
  return await Promise.all(told);
}

/** How many executions have each status. */
async function countStatuses(client: N8nClient): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await listExecutions(client, workflowId))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
