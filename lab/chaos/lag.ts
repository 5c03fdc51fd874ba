import { parseArgs } from 'node:util';
import { importWorkflow, publish, readExecution, waitFor } from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from '../../test/e2e/realN8n.ts';
import { between, seededRandom } from '../random.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    /** Only the measurements whose name contains this. */
    only: { type: 'string', default: '' },
  },
});
const random = seededRandom(Number(values.seed));
const count = Number(values.count);
const overAfterMs = 15 * 60_000;

interface SandboxTask {
  id: string;
  prompt: string;
  finishedMs?: number;
}

const waitingOf = { asleep: {}, awake: { stayAwake: true } };
type Mode = keyof typeof waitingOf;

const workflow = (real: RealN8n, id: string, mode: Mode, calls: boolean) => {
  const credentials = { videoGenApi: real.credential };
  return chain(id, [
    {
      name: 'Order',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: id,
      parameters: { path: id, httpMethod: 'POST', responseMode: 'onReceived' },
    },
    {
      name: 'Prompts',
      type: 'n8n-nodes-base.splitOut',
      typeVersion: 1,
      parameters: { fieldToSplitOut: 'body.prompts', options: { destinationFieldName: 'prompt' } },
    },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials,
      parameters: {
        prompt: '={{ $json.prompt }}',
        ...(calls && { callback: 'resumeExecution' }),
      },
    },
    {
      name: 'Wait for Video',
      type: 'n8n-nodes-videogen.waitForVideo',
      credentials,
      parameters: { waiting: waitingOf[mode] },
    },
  ]);
};

const fetchJson = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

/** Sends orders, each a list of prompts and an execution, and measures how late each ended. */
async function measure(real: RealN8n, name: string, mode: Mode, calls: boolean, each: number) {
  if (!name.includes(values.only)) return;
  const id = name.replaceAll(/\W+/g, '-');
  const made = workflow(real, id, mode, calls);
  await importWorkflow(real.client, made);
  await publish(real.client, id);
  const prompts = Array.from(
    { length: count },
    (_, n) => `${name} ${n}. sandbox:takes=${Math.round(between(random, 20, 60))}`,
  );
  const looks = async () =>
    (
      await fetchJson<{ method: string; path: string }[]>(`${real.sandbox.url}/admin/requests`)
    ).filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/')).length;
  const before = await looks();
  for (let n = 0; n < count; n += each) {
    const body = JSON.stringify({ prompts: prompts.slice(n, n + each) });
    const headers = { 'content-type': 'application/json' };
    await waitFor(
      async () => {
        const taken = await fetch(`${real.n8n.url}/webhook/${id}`, {
          method: 'POST',
          headers,
          body,
        });
        return taken.ok || undefined;
      },
      60_000,
      () => new Error('n8n does not take the order'),
    );
  }
  const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
  const list = async () =>
    (
      await real.client.get<{ results: { id: string; status: string }[] }>(
        `/rest/executions?filter=${filter}&limit=100`,
      )
    ).results;
  const ended = await waitFor(
    async () => {
      const all = await list();
      return all.length === count / each && all.every(({ status }) => status === 'success')
        ? all
        : undefined;
    },
    overAfterMs,
    () => new Error(`${name} has not ended`),
  );
  const tasks = await fetchJson<SandboxTask[]>(`${real.sandbox.url}/admin/tasks?limit=10000`);
  const finishedMs = new Map(tasks.map((task) => [task.id, task.finishedMs ?? 0]));
  const lags: number[] = [];
  for (const one of ended) {
    const execution = (await readExecution(real.client, one.id)) as {
      stoppedAt?: string;
      data: { resultData: { runData: Record<string, { data?: { main?: unknown } }[]> } };
    };
    const text = JSON.stringify(execution.data.resultData.runData['Wait for Video']);
    const ids = [...new Set(text.match(/task_\w+/g))];
    const lastMs = Math.max(...ids.map((taskId) => finishedMs.get(taskId) ?? 0));
    lags.push(new Date(execution.stoppedAt!).getTime() - lastMs);
  }
  lags.sort((one, other) => one - other);
  const requests = (await looks()) - before;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `${name}: lag median ${seconds(lags[Math.floor(lags.length / 2)]!)}, max ${seconds(lags.at(-1)!)}; ${requests} looks, ${(requests / count).toFixed(2)} per task`,
  );
}

const real = await startRealN8n({ sandboxArgs: ['--renderer', 'instant'] });
try {
  for (const calls of [true, false])
    for (const mode of ['asleep', 'awake'] as const) {
      if (calls && mode === 'awake') continue;
      const called = calls ? 'called' : 'not called';
      await measure(real, `one execution, ${mode}, ${called}`, mode, calls, count);
      await measure(real, `${count} executions, ${mode}, ${called}`, mode, calls, 1);
    }
} finally {
  await real.stop();
}
