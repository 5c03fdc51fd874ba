/**
 * Ends a real n8n while executions sleep in it, leaves it down, starts it again, and tells who came
 * home, and when.
 *
 *   node --no-warnings lab/restart/restart.ts --executions 100 --end kill --down 100 --takes 60
 */
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createClient,
  importCredential,
  importWorkflow,
  installN8n,
  installPackage,
  loginAsOwner,
  packRoot,
  publish,
  startN8n,
  startSandbox,
  waitFor,
  type N8nClient,
} from '../../playground/index.ts';
import { chain } from '../../test/e2e/realN8n.ts';

const { values } = parseArgs({
  options: {
    executions: { type: 'string', default: '20' },
    end: { type: 'string', default: 'kill' },
    down: { type: 'string', default: '5' },
    takes: { type: 'string', default: '60' },
  },
});
const executions = Number(values.executions);
const downMs = Number(values.down) * 1_000;

/** How many executions have each status. */
async function countStatuses(client: N8nClient): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let before = '';
  for (;;) {
    const page = await client.get<{ results: { id: string; status: string }[] }>(
      `/rest/executions?limit=100${before}`,
    );
    for (const { status } of page.results) counts[status] = (counts[status] ?? 0) + 1;
    if (page.results.length < 100) return counts;
    before = `&lastId=${page.results.at(-1)!.id}`;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'videogen-restart-'));
const userFolder = join(folder, 'n8n');
const installed = await installN8n();
await installPackage(await packRoot(join(folder, 'package')), userFolder);
const sandbox = await startSandbox({
  dataFolder: join(folder, 'sandbox'),
  args: ['--renderer', 'instant', '--task-seconds', values.takes!],
});
let n8n = await startN8n({ installed, userFolder });
const logs: string[] = [];
const keepLog = async () => {
  const copy = join(folder, `n8n-${logs.length}.log`);
  await copyFile(n8n.logFile, copy);
  logs.push(copy);
};
try {
  const client = createClient(n8n.url);
  await loginAsOwner(client);
  const credential = await importCredential(client, {
    name: 'Sandbox',
    type: 'videoGenApi',
    data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
  });
  await importWorkflow(
    client,
    chain('restart', [
      {
        name: 'Order',
        type: 'n8n-nodes-base.webhook',
        typeVersion: 2,
        webhookId: 'restart',
        parameters: { httpMethod: 'POST', path: 'restart', responseMode: 'onReceived' },
      },
      {
        name: 'Create Video',
        type: 'n8n-nodes-videogen.createVideo',
        credentials: { videoGenApi: credential },
        parameters: { operation: 'createAndWait', prompt: 'A boat', callback: 'none' },
      },
      { name: 'After', type: 'n8n-nodes-base.noOp' },
    ]),
  );
  await publish(client, 'restart');
  const { port } = n8n;
  await waitFor(
    async () => (await fetch(`${n8n.url}/webhook/restart`, { method: 'POST' })).ok || undefined,
    30_000,
    () => new Error('The webhook does not answer'),
  );
  for (let n = 1; n < executions; n++)
    await fetch(`${n8n.url}/webhook/restart`, { method: 'POST' });
  await waitFor(
    async () => (await countStatuses(client)).waiting === executions || undefined,
    240_000,
    () => new Error('Not all fell asleep'),
  );
  console.log(`${executions} asleep; ${values.end} now, ${values.down} s down`);
  if (values.end === 'kill') await n8n.kill();
  else await n8n.stop();
  await keepLog();
  await new Promise((resolve) => setTimeout(resolve, downMs));
  const startedAtMs = Date.now();
  n8n = await startN8n({ installed, userFolder, port });
  const upMs = Date.now() - startedAtMs;
  await loginAsOwner(client);
  const isOver = async () => {
    const { waiting = 0, running = 0, new: fresh = 0 } = await countStatuses(client);
    return waiting + running + fresh === 0 || undefined;
  };
  await waitFor(isOver, 900_000, () => new Error('Not all came home')).catch(console.error);
  const lastMs = Date.now() - startedAtMs;
  const counts = await countStatuses(client);
  await keepLog();
  const lines = (await Promise.all(logs.map((log) => readFile(log, 'utf8'))))
    .join('\n')
    .split('\n')
    .filter((text) => /\berror\b/i.test(text));
  const kinds = [...new Set(lines.map((text) => text.slice(0, 160)))].slice(0, 5);
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  console.log(kinds.join('\n'));
  console.log(
    `${JSON.stringify(counts)}; n8n up after ${seconds(upMs)} s, last one home ${seconds(lastMs)} s after the start; ${lines.length} lines with "error" in n8n's log`,
  );
} finally {
  await n8n.stop();
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
}
