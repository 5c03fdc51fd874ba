import { readFile } from 'node:fs/promises';
import { operations } from 'videogen-openapi/constants';
import { describe, expect, it } from 'vitest';
import { makeFolder, startCli } from '../cli/startCli.ts';
import { startReceiver } from '../receiver.ts';
import { type AdminTask, textRequest } from '../startTestSandbox.ts';
import { waitFor } from '../waitFor.ts';
import { createTask, headersOf, readHealth, type Server, share } from './clients.ts';
import { howMany } from '../../thorough.ts';

async function read(server: Server, id: string): Promise<{ status: string; results?: string[] }> {
  const path = operations.getTask.path.replace('{task_id}', id);
  const response = await fetch(server.url + path, { headers: headersOf(server) });
  if (response.status !== 200) throw new Error(`read answered ${response.status}`);
  return (await response.json()) as { status: string; results?: string[] };
}

const list = async (server: Server) =>
  (await (await fetch(`${server.url}/admin/tasks?limit=10000`)).json()) as (AdminTask & {
    answer: { status: string };
  })[];

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

const memoryMebibytes = async ({ child }: Server, line: 'VmRSS' | 'VmHWM') => {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
};

const quiet = ['--renderer', 'instant', '--log-level', 'warn'];

const tasksAtOnce = howMany(300, 1000);

describe('under load', { timeout: 300_000 }, () => {
  it('takes hundreds of tasks at once, polled by 100 clients, and loses none', async () => {
    const server = await startCli(await makeFolder(), [...quiet, '--task-seconds', '4']);
    const before = await memoryMebibytes(server, 'VmRSS');
    const startedMs = performance.now();
    const ids = await Promise.all(
      Array.from({ length: tasksAtOnce }, () => createTask(server, textRequest)),
    );
    const createdMs = performance.now();
    let polls = 0;
    await share(ids, 100, async (id) => {
      const task = await waitFor(async () => {
        polls += 1;
        const answer = await read(server, id);
        return answer.status === 'pending' ? undefined : answer;
      });
      if (!task.results?.[0]?.includes(id)) throw new Error(`${id} ended without its result`);
    });
    const finishedMs = performance.now();
    const peak = await memoryMebibytes(server, 'VmHWM');
    console.log(
      `${tasksAtOnce} tasks created in ${Math.round(createdMs - startedMs)} ms, finished after ` +
        `${Math.round(finishedMs - startedMs)} ms, ${polls} polls by 100 clients, no error; ` +
        `memory ${Math.round(before)} MiB at the start, ${Math.round(peak)} MiB at most`,
    );
    expect(new Set(ids).size).toBe(tasksAtOnce);
    expect(await readHealth(server)).toMatchObject({
      waiting: 0,
      rendering: 0,
      tasks: { completed: tasksAtOnce },
    });
    expect(peak - before).toBeLessThan(200);
  });

  it('brings every accepted task to one result and one delivery after kill -9', async () => {
    const folder = await makeFolder();
    const receiver = await startReceiver();
    const body = { ...textRequest, callback_url: receiver.url };
    const first = await startCli(folder, quiet);
    const accepted: string[] = [];
    const createUntilKilled = async (): Promise<never> => {
      for (;;) accepted.push(await createTask(first, body));
    };
    const creators = Promise.allSettled(Array.from({ length: 8 }, createUntilKilled));
    await waitFor(() => receiver.received.length >= 100 || undefined);
    first.child.kill('SIGKILL');
    await Promise.all([creators, first.ended]);
    const taken = receiver.received.length;

    const second = await startCli(folder, quiet);
    await waitFor(async () => {
      const { tasks, callbacks } = await readHealth(second);
      return tasks['completed'] && callbacks['delivered'] === sum(tasks) ? true : undefined;
    });
    const tasks = await list(second);
    const deliveries = new Map<string, number>();
    for (const { body } of receiver.received) {
      const id = body['id'] as string;
      deliveries.set(id, (deliveries.get(id) ?? 0) + 1);
    }
    const repeated = [...deliveries.values()].filter((count) => count > 1).length;
    console.log(
      `killed after ${accepted.length} accepted tasks and ${taken} callbacks; after the restart ` +
        `${tasks.length} tasks completed, ${deliveries.size} called back, ${repeated} of them twice`,
    );
    const known = new Map(tasks.map((task) => [task.id, task]));
    expect(accepted.filter((id) => !known.has(id))).toStrictEqual([]);
    for (const { id, answer, callback } of tasks) {
      expect(answer.status).toBe('completed');
      const attempts = callback?.attempts ?? [];
      expect(attempts.filter(({ outcome }) => outcome === 'taken: 200')).toHaveLength(1);
      // Twice is only right where the kill came between the receiver's answer and the note of it.
      expect(deliveries.get(id)).toBeGreaterThanOrEqual(1);
      expect(deliveries.get(id)).toBeLessThanOrEqual(attempts.length);
    }
    expect(repeated).toBeLessThanOrEqual(32);
  });
});
