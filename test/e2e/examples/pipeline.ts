import { expect } from 'vitest';
import { publish, runWorkflow, waitFor } from '../../../playground/index.ts';
import { tasksIn } from '../orderVideo.ts';
import { readTable } from './dataTables.ts';
import { hurry } from './hurry.ts';
import { callOwnTrigger, executionTimeoutMs, importExample, real, untilDone } from './rig.ts';

interface OrderRow {
  order: string;
  state: string;
  task: string | null;
  problem: string | null;
  tell: boolean | null;
}

const untilStates = async (wanted: Record<string, string>) => {
  let seen: unknown;
  return await waitFor(
    async () => {
      const rows = await readTable<OrderRow>(real.client, 'video_orders');
      seen = rows;
      const areThere = Object.entries(wanted).every(([order, state]) =>
        rows.some((row) => row.order === order && row.state === state && row.tell !== true),
      );
      return areThere ? rows : undefined;
    },
    executionTimeoutMs,
    () => new Error(`The orders stay as they are: ${JSON.stringify(seen)}`),
  );
};

/** Orders at the example of the durable pipeline, with all that can go wrong on the way. */
export async function expectPipelineToDeliver(): Promise<void> {
  const workflow = await importExample('vgPipeline000001', (example) =>
    hurry(callOwnTrigger(example), 5, { 2: 10, 10: 10, 5: 10, 30: 30 }),
  );
  await untilDone(await runWorkflow(real.client, workflow.id, 'Make the Table Once'));
  await publish(real.client, workflow.id);
  const place = async (order: string | number, prompt: string) =>
    await waitFor(
      async () => {
        const taken = await fetch(`${real.n8n.url}/webhook/video-order`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ order, prompt }),
        });
        return taken.ok || undefined;
      },
      60_000,
      () => new Error('The order is not taken'),
    );
  const twice = 'Ordered five times at once';
  await place(1, 'A paper boat');
  await Promise.all(Array.from({ length: 5 }, () => place('2', twice)));
  await place('call lost', 'Nobody calls. sandbox:callback-lost');
  await place('answer lost', 'The ID is never told. sandbox:reset-after@createVideo');
  await place('all lost', 'Not a word. sandbox:reset-after@createVideo sandbox:callback-lost');
  await place('fails', 'Not to be made. sandbox:fail');
  await place('empty', '');
  const rows = await untilStates({
    '1': 'delivered',
    '2': 'delivered',
    'call lost': 'delivered',
    'answer lost': 'delivered',
    'all lost': 'unclear',
    fails: 'failed',
    empty: 'failed',
  });
  expect(rows).toHaveLength(7);
  const row = (order: string) => rows.find((one) => one.order === order)!;
  expect(row('all lost').problem).toMatch(/may have been charged/);
  expect(row('empty').problem).toMatch(/Prompt is empty.*Nothing was charged/);
  const tasks = await tasksIn(real.sandbox);
  expect(tasks.filter(({ prompt }) => prompt === twice)).toMatchObject([{ id: row('2').task }]);
  expect(tasks.find(({ id }) => id === row('answer lost').task)!.prompt).toMatch(/^The ID/);
}
