import { afterAll, beforeAll, expect } from 'vitest';
import {
  untilEnded,
  untilWaiting,
  waitFor,
  type Execution,
  type Workflow,
} from '../../../playground/index.ts';
import { openGate, type Gate } from '../gate.ts';
import { chain, startRealN8n, type RealN8n } from '../realN8n.ts';

const endTimeoutMs = 400_000;

/** Stands before n8n as its public address, under a path of its own, as in many installations. */
let proxy: Gate;
export let real: RealN8n;

/** Starts an n8n for the tests of a file, and ends it behind them. */
export function useSleepingN8n(): void {
  beforeAll(async () => {
    proxy = await openGate(() => real.n8n.url, '/n8n');
    real = await startRealN8n({
      // Whatever the settings for all tests say of files.
      env: { WEBHOOK_URL: `${proxy.url}/`, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
      sandboxArgs: ['--renderer', 'instant'],
    });
  });
  afterAll(async () => {
    await real?.stop();
    await proxy?.close();
  });
}

export const to = (node: string, index = 0) => [{ node, type: 'main', index }];

export const code = (name: string, json: object[]) => ({
  name,
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: { jsCode: `return ${JSON.stringify(json)}` },
});
export const createNode = () => ({
  name: 'Create Video',
  type: 'n8n-nodes-videogen.createVideo',
  credentials: { videoGenApi: real.credential },
  parameters: { operation: 'create', prompt: '={{ $json.prompt }}' },
});
export const waitNode = (options: object = {}) => ({
  name: 'Wait for Video',
  type: 'n8n-nodes-videogen.waitForVideo',
  credentials: { videoGenApi: real.credential },
  parameters: { options },
});
export const startNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
export const afterNode = { name: 'After', type: 'n8n-nodes-base.noOp' };

/** A list of prompts -> Create Video -> Wait for Video -> After: one straight line. */
export const line = (id: string, prompts: string[], options: object = {}) =>
  chain(id, [
    startNode,
    code(
      'Prompts',
      prompts.map((prompt) => ({ prompt })),
    ),
    createNode(),
    waitNode(options),
    afterNode,
  ]);

export async function start(made: Workflow): Promise<string> {
  await real.editor.store(made);
  return await real.editor.run(made.id);
}
export const end = (id: string) => untilEnded(real.client, id, endTimeoutMs);
/** Waits until an execution sleeps; returns when its timer will wake it, in ms since the epoch. */
export const untilAsleep = (id: string) => untilWaiting(real.client, id, 120_000);
export const runsOf = ({ data }: Execution, node: string) => data.resultData.runData[node] ?? [];
const itemsOf = (execution: Execution, node: string) =>
  runsOf(execution, node).map((run) => run.data!.main![0]!.map(({ json }) => json));
export const releases = (execution: Execution) => itemsOf(execution, 'After');
export const finished = expect.objectContaining({ status: 'completed' });

export interface SandboxTask {
  id: string;
  prompt: string;
  callback?: { url: string };
}
export const tasksOf = async (prompt: string) => {
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  return ((await answer.json()) as SandboxTask[]).filter((task) => task.prompt === prompt);
};
/** The answers to whoever asked n8n what state the execution is in. */
export const statesOf = (id: string) =>
  proxy.answers.filter(({ path }) => path.includes(`/form-waiting/${id}/`));

/** How often the service was asked for the task. */
export const looksAt = async (prompt: string) => {
  const ids = (await tasksOf(prompt)).map(({ id }) => id);
  const answer = await fetch(`${real.sandbox.url}/admin/requests`);
  const requests = (await answer.json()) as { path: string }[];
  return requests.filter(({ path }) => ids.some((id) => path.endsWith(id))).length;
};
export const until = (holds: () => Promise<boolean>) =>
  waitFor(
    async () => (await holds()) || undefined,
    120_000,
    () => new Error(`It did not come to this: ${holds.toString()}`),
  );
