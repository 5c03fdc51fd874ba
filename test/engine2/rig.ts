import { afterAll, beforeAll } from 'vitest';
import {
  freePort,
  untilEnded,
  waitFor,
  type Execution,
  type Workflow,
} from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from '../e2e/realN8n.ts';
import { startPostgres, type Postgres } from '../queue/databases/postgres.ts';
import { describeCase, type LedgerTask, type Row } from './table.ts';

const endTimeoutMs = 60_000;

export let real: RealN8n;
let postgres: Postgres;

/** What the cases came to, in the order in which they ran. */
export const table: Row[] = [];

/** Starts an n8n with its Engine 2.0 for the tests of a file, and ends both behind them. */
export function useEngine2(): void {
  beforeAll(async () => {
    postgres = await startPostgres();
    real = await startRealN8n({
      env: {
        N8N_ENABLED_MODULES: 'engine-v2',
        N8N_ENGINE_DATABASE_URL: postgres.url,
        N8N_ENGINE_HOST: '127.0.0.1',
        N8N_ENGINE_PORT: String(await freePort()),
        N8N_ENGINE_CONTROL_PLANE_PORT: String(await freePort()),
      },
      sandboxArgs: ['--renderer', 'instant'],
    });
  });
  afterAll(async () => {
    // After an awake wait it does not end by itself.
    await real?.n8n.kill();
    await real?.stop();
    await postgres?.stop();
  });
}

export const to = (node: string, index = 0) => [{ node, type: 'main', index }];
export const startNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
export const rowsNode = (prompts: string[]) => ({
  name: 'Rows',
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: { jsCode: `return ${JSON.stringify(prompts.map((prompt) => ({ prompt })))}` },
});
export const createNode = (parameters: object = {}, more: object = {}) => ({
  name: 'Create Video',
  type: 'n8n-nodes-videogen.createVideo',
  credentials: { videoGenApi: real.credential },
  parameters: { prompt: '={{ $json.prompt }}', ...parameters },
  ...more,
});
/** The waits here are short, so they look often. */
const oftenLooked = (waiting: object = {}) => ({ waiting: { intervalSeconds: 1, ...waiting } });

type WaitParameters = { waiting?: object } & Record<string, unknown>;
export const createAndWait = ({ waiting, ...parameters }: WaitParameters = {}, more: object = {}) =>
  createNode({ operation: 'createAndWait', ...parameters, ...oftenLooked(waiting) }, more);
export const waitNode = ({ waiting, ...parameters }: WaitParameters = {}) => ({
  name: 'Wait for Video',
  type: 'n8n-nodes-videogen.waitForVideo',
  credentials: { videoGenApi: real.credential },
  parameters: { ...parameters, ...oftenLooked(waiting) },
});
export const afterNode = { name: 'After', type: 'n8n-nodes-base.noOp' };

/** The workflow, for Engine 2.0. */
export const onEngine2 = (workflow: Workflow): Workflow => ({
  ...workflow,
  settings: { ...workflow.settings, engineType: 'v2' },
});

/** Rows -> the nodes -> After, in one line on Engine 2.0. */
export const line = (
  id: string,
  prompts: string[],
  nodes: Array<{ name: string; type: string }>,
): Workflow => onEngine2(chain(id, [startNode, rowsNode(prompts), ...nodes, afterNode]));

/** Rows -> Loop Over Items, with the nodes in the loop -> After. */
export function loop(
  id: string,
  prompts: string[],
  nodes: Array<{ name: string; type: string }>,
): Workflow {
  const each = {
    name: 'Each',
    type: 'n8n-nodes-base.splitInBatches',
    typeVersion: 3,
    parameters: { batchSize: 1, options: {} },
  };
  const made = line(id, prompts, [each, ...nodes]);
  const last = nodes.at(-1)!.name;
  Object.assign(made.connections, {
    Each: { main: [to('After'), to(nodes[0]!.name)] },
    [last]: { main: [to('Each')] },
  });
  return made;
}

/** Stores a workflow and starts it as the editor's button does. */
export async function start(workflow: Workflow): Promise<string> {
  await real.editor.store(workflow);
  return await real.editor.run(workflow.id);
}

/** Runs a workflow to its end. */
export const run = async (workflow: Workflow): Promise<Execution> =>
  await untilEnded(real.client, await start(workflow), endTimeoutMs);

/** What left the node named, over all its runs. */
export const itemsOf = ({ data }: Execution, node = 'After') =>
  (data.resultData.runData[node] ?? []).flatMap((run) => run.data?.main?.[0] ?? []);

/** What the person reads where the execution failed. */
export const messageOf = ({ data }: Execution): string =>
  Object.values(data.resultData.runData)
    .flat()
    .map(({ error }) => error?.message ?? '')
    .join('');

/** The tasks whose prompt begins so, in the order in which the service took them. */
export async function ledger(beginning: string): Promise<LedgerTask[]> {
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  const tasks = (await answer.json()) as LedgerTask[];
  return tasks.filter(({ prompt }) => prompt.startsWith(beginning)).toReversed();
}

export const untilOrdered = (beginning: string, count = 1) =>
  waitFor(
    async () => {
      const tasks = await ledger(beginning);
      return tasks.length >= count ? tasks : undefined;
    },
    30_000,
    () => new Error(`Nothing was ordered for ${beginning}`),
  );

/** Waits until a workflow has been started by something else, and names its executions. */
export const untilStarted = (workflowId: string) =>
  waitFor(
    async () => {
      const rows = await postgres.query(
        `SELECT id FROM workflow_execution WHERE workflow_id = '${workflowId}'`,
      );
      return rows.length > 0 ? rows.flat() : undefined;
    },
    30_000,
    () => new Error(`Nothing started ${workflowId}`),
  );

/** Notes a row of the table. */
export async function note(
  name: string,
  beginning: string,
  execution: Execution,
): Promise<LedgerTask[]> {
  const tasks = await ledger(beginning);
  table.push(describeCase(name, tasks, execution, itemsOf(execution), messageOf(execution)));
  return tasks;
}
