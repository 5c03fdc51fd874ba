import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  importCredential,
  importWorkflow,
  publish,
  startSandbox,
  waitFor,
  type N8nClient,
  type RunningSandbox,
} from '../../playground/index.ts';
import { chain, startRealN8n } from '../e2e/realN8n.ts';
import { startCluster } from './n8n/startCluster.ts';

/** An n8n with a sandbox, whose processes can be killed. */
export interface Scene {
  client: N8nClient;
  sandbox: RunningSandbox;
  credential: { id: string; name: string };
  /** Where webhooks arrive. */
  webhooks(): string;
  /**
   * Kills n8n and starts it again: in queue mode, by turns, a worker, main, and all processes at
   * once, and between them one stalls for longer than it may hold the store.
   *
   * @param hoursAhead - what n8n's clock is ahead of ours; changes only where all of n8n is killed
   * @returns what it was done to
   */
  kill(nth: number, hoursAhead?: number): Promise<'n8n' | (typeof victims)[number]>;
  stop(): Promise<void>;
}

const victims = ['worker', 'stalled worker', 'main', 'n8n'] as const;
/** More than the two leases for which a process may hold the store. */
const stallMs = 40_000;

const sandboxArgs = ['--renderer', 'instant', '--log-level', 'error'];

/** n8n's environment where its clock is ahead of ours, by Debian's `faketime`. */
const clockAhead = (hours: number): Record<string, string> =>
  hours === 0
    ? {}
    : {
        LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
        FAKETIME: `+${Math.round(hours * 60)}m`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };

const mostStarts = 4;

/** On a busy machine n8n may not be up in the time that it's given. */
async function patiently(start: () => Promise<void>): Promise<void> {
  for (let left = mostStarts; left > 1; left--)
    try {
      return await start();
    } catch (error) {
      console.log(`Started again: ${String(error).split('\n')[0]}`);
    }
  await start();
}

/** @param workers - 0 for a single n8n on SQLite; else in queue mode on PostgreSQL */
export async function startScene(workers: number): Promise<Scene> {
  if (workers === 0) {
    const real = await startRealN8n({ sandboxArgs });
    const { client, sandbox, credential, stop, killAndRestart } = real;
    const webhooks = () => real.n8n.url;
    const kill: Scene['kill'] = async (_, hoursAhead = 0) => {
      await patiently(() => killAndRestart(clockAhead(hoursAhead)));
      return 'n8n';
    };
    return { client, sandbox, credential, webhooks, kill, stop };
  }
  const folder = await mkdtemp(join(tmpdir(), 'videogen-orders-'));
  const sandbox = await startSandbox({ dataFolder: folder, args: sandboxArgs });
  const cluster = await startCluster({ moreWorkers: workers - 2 });
  const { client, webhook } = cluster;
  /** All processes go by the same clock. */
  let clock: Record<string, string> = {};
  const credential = await importCredential(client, {
    name: 'Sandbox',
    type: 'videoGenApi',
    data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
  });
  return {
    ...{ client, sandbox, credential, webhooks: () => webhook.url },
    async kill(nth, hoursAhead = 0) {
      const victim = victims[nth % victims.length]!;
      const worker = cluster.workers[nth % cluster.workers.length]!;
      if (victim === 'stalled worker') {
        worker.hold();
        await pause(stallMs);
        worker.letGo();
        return victim;
      }
      const members = { worker: [worker], main: [cluster.main], n8n: cluster.members }[victim];
      if (victim === 'n8n') clock = clockAhead(hoursAhead);
      await Promise.all(members.map((member) => member.kill()));
      await Promise.all(members.map((member) => patiently(() => member.start(clock))));
      return victim;
    },
    async stop() {
      await cluster.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What came of each row of a delivery; undefined when it was lost on its way. */
export type Answer = Array<Record<string, unknown>> | undefined;

export interface Shop {
  (body: object): Promise<Answer>;
  /** Until deliveries are taken, again after a kill. */
  untilUp(): Promise<void>;
}

interface ShopOptions {
  /** Of the node. */
  settings?: object;
  /** Whether n8n keeps what came of executions. */
  keeps?: boolean;
}

/** A webhook that orders a video for each row of a delivery, and answers with all items. */
export async function openShop(
  { client, credential, webhooks }: Scene,
  id: string,
  parameters: object,
  { settings = {}, keeps = true }: ShopOptions = {},
): Promise<Shop> {
  const webhookId = `${id}-hook`;
  const workflow = chain(id, [
    {
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId,
      parameters: {
        ...{ httpMethod: 'POST', path: webhookId },
        ...{ responseMode: 'lastNode', responseData: 'allEntries' },
      },
    },
    { name: 'Rows', type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'body.rows' } },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials: { videoGenApi: credential },
      ...settings,
      parameters: { operation: 'create', prompt: '={{ $json.prompt }}', ...parameters },
    },
  ]);
  if (!keeps) workflow.settings = { ...workflow.settings, saveDataSuccessExecution: 'none' };
  await importWorkflow(client, workflow);
  await publish(client, id);
  const url = () => `${webhooks()}/webhook/${webhookId}`;
  const untilUp = async () => {
    await waitFor(
      async () => {
        const answer = await fetch(url()).catch(() => undefined);
        return (await answer?.text())?.includes('Did you mean') || undefined;
      },
      120_000,
      () => new Error('The webhook does not answer'),
    );
  };
  await untilUp();
  const deliver = async (body: object): Promise<Answer> => {
    try {
      const answer = await fetch(url(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(90_000),
      });
      const isJson = answer.headers.get('content-type')?.includes('json');
      if (answer.status === 200 && isJson) return (await answer.json()) as Answer;
      await answer.text();
    } catch {
      // It is delivered again.
    }
    await pause(250);
    return undefined;
  };
  return Object.assign(deliver, { untilUp });
}

interface Made {
  id: string;
  prompt: string;
  createdMs: number;
}

/** All that the sandbox has made. */
export async function readTasks({ sandbox }: Scene): Promise<Made[]> {
  const answer = await fetch(`${sandbox.url}/admin/tasks?limit=10000`);
  return (await answer.json()) as Made[];
}

/** The IDs of the sandbox's tasks by prompt: what was paid. */
export async function readLedger(scene: Scene): Promise<Map<string, string[]>> {
  const ledger = new Map<string, string[]>();
  for (const { id, prompt } of await readTasks(scene))
    ledger.set(prompt, [...(ledger.get(prompt) ?? []), id]);
  return ledger;
}
