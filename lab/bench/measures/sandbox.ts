import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, requestField, taskStatus, modes } from '../../../nodes/generated/contract.ts';
import { startSandbox, type RunningSandbox } from '../../../playground/index.ts';
import { cpuSeconds } from '../process/usage.ts';
import { alternate, type Measure } from './measure.ts';
import { untilTrue } from './untilTrue.ts';

const tasks = 1000;
const clients = 32;

/** Tasks per second of the sandbox with its instant renderer, created and read until finished. */
export const sandboxSpeed: Measure = {
  name: 'sandbox',
  runs: 5,
  seconds: { start: 5, run: 4 },
  async take({ runs }) {
    const dataFolder = await mkdtemp(join(tmpdir(), 'videogen-bench-'));
    const args = ['--renderer', 'instant', '--log-level', 'silent'];
    const sandbox = await startSandbox({ dataFolder, args });
    try {
      await measure(sandbox);
      return await alternate(runs, { sandbox: () => measure(sandbox) });
    } finally {
      await sandbox.stop();
      await rm(dataFolder, { recursive: true, force: true });
    }
  },
};

async function measure(sandbox: RunningSandbox) {
  const cpuBefore = cpuSeconds(sandbox.pid);
  const startMs = performance.now();
  let left = tasks;
  const client = async () => {
    while (left-- > 0) await createAndRead(sandbox);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - startMs) / 1000;
  const cpu = cpuSeconds(sandbox.pid) - cpuBefore;
  return { tasksPerSecond: tasks / seconds, cpuMillisecondsPerTask: (cpu * 1000) / tasks };
}

async function createAndRead({ url, apiKey }: RunningSandbox): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit) =>
    (await (await fetch(url + path, { headers, ...init })).json()) as Record<string, string>;
  const { method, path } = operations.createVideo;
  const body = JSON.stringify({
    [requestField.model]: modes.textToVideo.models.standard,
    [requestField.prompt]: 'A paper boat',
  });
  const { id } = await ask(path, { method, body });
  const query = operations.getTask.path.replace(/\{.*?\}/, id!);
  await untilTrue(async () => (await ask(query, {})).status === taskStatus.completed, 20);
}
