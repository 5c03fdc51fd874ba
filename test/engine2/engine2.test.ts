import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type Execution } from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from '../e2e/realN8n.ts';
import { startPostgres, type Postgres } from '../queue/databases/postgres.ts';

let real: RealN8n;
let postgres: Postgres;

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

/** Runs Create Video on Engine 2.0 for these prompts, in one go or in Loop Over Items. */
async function run(
  prompts: string[],
  parameters: object,
  inLoop = false,
  settings: object = {},
): Promise<Execution> {
  const [id] = prompts[0]!.split(' ') as [string];
  const loop = {
    name: 'Loop',
    type: 'n8n-nodes-base.splitInBatches',
    typeVersion: 3,
    parameters: { batchSize: 1, options: {} },
  };
  const workflow = chain(id, [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Prompts',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      parameters: { jsCode: `return ${JSON.stringify(prompts.map((prompt) => ({ prompt })))}` },
    },
    ...(inLoop ? [loop] : []),
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials: { videoGenApi: real.credential },
      parameters: { prompt: '={{ $json.prompt }}', ...parameters },
      ...settings,
    },
  ]);
  const to = (node: string) => [{ node, type: 'main', index: 0 }];
  if (inLoop)
    Object.assign(workflow.connections, {
      Loop: { main: [[], to('Create Video')] },
      'Create Video': { main: [to('Loop')] },
    });
  return await real.run({ ...workflow, settings: { ...workflow.settings, engineType: 'v2' } });
}

/** What left Create Video, over all its runs. */
const itemsOf = ({ data }: Execution) =>
  (data.resultData.runData['Create Video'] ?? []).flatMap((one) => one.data?.main?.[0] ?? []);

/** What the person reads where the execution failed. */
const messageOf = ({ data }: Execution) =>
  Object.values(data.resultData.runData)
    .flat()
    .map(({ error }) => error?.message ?? '')
    .join('');

/** The IDs of the service's tasks whose prompt begins so, in the order in which it took them. */
async function ledger(beginning: string): Promise<string[]> {
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  const tasks = (await answer.json()) as { id: string; prompt: string }[];
  const own = tasks.filter(({ prompt }) => prompt.startsWith(beginning)).toReversed();
  return own.map(({ id }) => id);
}

describe('Create Video on Engine 2.0', () => {
  it('stays awake and brings the file of each row, ordered once', async () => {
    const prompts = ['wait a sandbox:takes=3', 'wait b sandbox:takes=1'];
    const execution = await run(prompts, {});
    expect(messageOf(execution)).toBe('');
    const items = itemsOf(execution);
    expect(items).toMatchObject(
      prompts.map(() => ({ json: { status: 'completed', paid: 'yes' }, binary: { data: {} } })),
    );
    expect(items.map(({ json }) => json.id)).toEqual(await ledger('wait'));
  });

  it('orders each row of a loop once', async () => {
    const execution = await run(['loop a', 'loop b', 'loop c'], { operation: 'create' }, true);
    expect(messageOf(execution)).toBe('');
    const ids = await ledger('loop');
    expect(ids).toHaveLength(3);
    expect(itemsOf(execution).map(({ json }) => json.id)).toEqual(ids);
  });

  it('names what was created where Retry On Fail is set, which n8n ignores there', async () => {
    const prompts = ['again a', 'again b sandbox:server-error-after@createVideo'];
    const tried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
    const message = messageOf(await run(prompts, {}, false, tried));
    const [first] = await ledger('again a');
    expect(message).toContain(`Created and charged: row 1 (${first})`);
    expect(await ledger('again b')).toHaveLength(1);
  });

  it('names what was charged in the message, the only thing that is stored of a failure', async () => {
    const prompts = ['mixed a', 'mixed b sandbox:server-error-after@createVideo'];
    const message = messageOf(await run(prompts, { operation: 'create' }));
    const [accepted] = await ledger('mixed a');
    expect(message).toContain(`Created and charged: row 1 (${accepted})`);
    expect(message).toContain('Row 2 may have been charged');
    // Engine 2.0 refuses Retry.
    expect(message).not.toContain('choose Retry');
  });

  it('keeps a Spending Limit per execution over all rounds of a loop', async () => {
    const spendingLimit = { limit: { videos: 2, per: 'execution' } };
    const loop = await run(
      ['limit a', 'limit b', 'limit c'],
      { operation: 'create', options: { spendingLimit } },
      true,
    );
    expect(messageOf(loop)).toContain('Nothing was charged');
    expect((await ledger('limit')).length).toBeLessThanOrEqual(2);
  });
});
