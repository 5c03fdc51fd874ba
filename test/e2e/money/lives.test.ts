import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readExecution, runWorkflow } from '../../../playground/index.ts';
import { agentTrigger, importAgent } from '../examples/agent.ts';
import { startChatModel } from '../examples/chatModel.ts';
import { expectPipelineToDeliver } from '../examples/pipeline.ts';
import { importExample, node } from '../examples/rig.ts';
import { runStatement } from '../examples/statement.ts';
import { tasksIn } from '../orderVideo.ts';
import { publishShop } from '../shop.ts';
import { end, real, retry, sentRequests, start, tasksOf, until, useRealN8n } from '../waiting.ts';
import {
  accountNode,
  count,
  errorOf,
  itemsAt,
  noteOf,
  rowsOf,
  tableOf,
  tell,
  times,
} from './scene.ts';

const accounts = ['paged', 'awake', 'limited'];
useRealN8n(() => ({
  sandboxArgs: [
    ...['--renderer', 'instant', '--task-seconds', '1'],
    ...accounts.flatMap((key) => ['--key', key]),
  ],
}));

const tasksWith = async (word: string) =>
  (await tasksIn(real.sandbox)).filter((task) => JSON.stringify(task).includes(word));

it('gives a caller who gave up and calls again the video of the first call', async () => {
  const shop = await publishShop('calls', {
    options: { orderKey: '={{ $json.body.order }}' },
  });
  const [first, second] = await Promise.all([
    shop.call('one'),
    pause(300).then(async () => await shop.call('one')),
  ]);
  expect(first?.videoUrl).toMatch(/^http/);
  expect(second).toMatchObject({ videoUrl: first?.videoUrl, orderedBefore: true });
  expect(await tasksWith('calls one end')).toHaveLength(1);
}, 120_000);

it('counts a day, and knows what was ordered, over executions and a restart', async () => {
  const example = (isKept: boolean) =>
    importExample('vgOnceForEver001', (workflow) => {
      node(workflow, 'Keep the ID').disabled = !isKept;
      return workflow;
    });
  const order = async ({ id, nodes }: Awaited<ReturnType<typeof example>>) =>
    await end(await runWorkflow(real.client, id, nodes[0]!.name));
  await order(await example(false));
  const shop = await publishShop('day', {
    operation: 'create',
    options: { videosPerDay: 4 },
  });
  for (const order of ['a', 'b', 'c']) expect(await shop.call(order)).toBeDefined();
  await real.killAndRestart();
  await shop.untilUp();
  expect(errorOf(await order(await example(true)))?.message).toMatch(
    /^Order 1042 was ordered before, but its ID isn’t in the table/,
  );
  expect(await shop.call('d')).toBeDefined();
  expect(await shop.call('e')).toBeUndefined();
  expect(await tasksWith('day ')).toHaveLength(4);
}, 300_000);

it('states what came of all these orders as the service’s own list has it', async () => {
  const shop = await publishShop('faults', { operation: 'create' });
  await shop.call('lost sandbox:reset-after@createVideo');
  await shop.call('fails sandbox:fail');
  const { totals, orders } = await runStatement();
  console.log(JSON.stringify(totals));
  const made = (await tasksWith('')).map(({ id }) => id);
  const stated = orders.flatMap(({ task }) => task ?? []);
  expect(stated.filter((id) => !made.includes(id))).toEqual([]);
  expect(new Set(stated).size).toBe(stated.length);
  expect(totals).toMatchObject({ failed: 1, paid: stated.length - 1 });
  // The answer to one was lost, and executions may have been killed with theirs.
  const unstated = made.length - stated.length;
  expect(unstated).toBeGreaterThanOrEqual(1);
  expect(unstated).toBeLessThanOrEqual(totals.unknown);
}, 240_000);

it(
  'delivers each order of the durable pipeline once, finds lost calls, and tells of what only a person can decide',
  expectPipelineToDeliver,
  600_000,
);

/** Which of these prompts the service was asked for, answered or not. */
const askedFor = async (prompts: readonly string[]) =>
  (await sentRequests()).filter(({ body }) => prompts.includes(body?.prompt ?? ''));

describe.each(times)('while n8n lives, time %i', { concurrent: true }, (time) => {
  it.each([
    { account: 'paged', rows: 10, options: {} },
    { account: 'awake', rows: 12, options: { stayAwake: true } },
  ])(
    'Stop while $rows orders are under way ($account) loses no ID',
    async ({ account, rows, options }) => {
      const prompts = rowsOf(`${account} ${time}`, 12, 'sandbox:latency@createVideo=3000');
      const create = await accountNode(account, { options });
      const id = await start(tableOf(`${account}-${time}`, prompts, create));
      await until(async () => (await askedFor(prompts)).length === rows);
      await real.client.post(`/rest/executions/${id}/stop`, {});
      await until(async () => (await tasksOf(prompts)).length === rows);
      const tasks = await tasksOf(prompts);
      const named = async () => {
        const log = await readFile(real.n8n.logFile, 'utf8');
        const text = log + JSON.stringify(await readExecution(real.client, id));
        return tasks.filter((task) => text.includes(task.id)).length;
      };
      await until(async () => (await named()) === rows);
      const counted = await count(prompts);
      tell(`Stop, ${account}`, time, { ...counted, named: await named() });
      expect(counted).toEqual({ made: rows, twice: 0 });
      expect((await readExecution(real.client, id)).status).toBe('canceled');
    },
  );

  it('orders of a table what is missing, within a limit in which what is there needs no room', async () => {
    const id = `limited-${time}`;
    const prompts = rowsOf(id, 6);
    const options = { orderKey: '={{ $json.prompt }}', videosPerDay: 5 };
    const create = await accountNode('limited', { options });
    const run = async (rows: number) =>
      await end(await start(tableOf(id, prompts.slice(0, rows), create)));
    const made: number[] = [];
    const note = async () => made.push((await count(prompts)).made);

    expect(itemsAt(await run(4), 'After')).toHaveLength(4);
    await note();
    const again = await run(5);
    await note();
    expect(again.status).toBe('success');
    const items = itemsAt(again, 'After');
    expect(items.map(({ orderedBefore }) => orderedBefore === true)).toEqual(
      prompts.slice(0, 5).map((_, row) => row < 4),
    );
    for (const { videoUrl } of items) expect(videoUrl).toMatch(/^http/);
    expect(noteOf(again)).toMatch(/^5 rows: 4 from before, 1 ordered and paid now\./);
    const beyond = await run(6);
    await note();
    expect(errorOf(beyond)?.message).toMatch(/the limit of 5 Videos per Day is used up/);
    const { twice } = await count(prompts);
    tell('Table under a limit', time, { made, twice });
    expect({ made, twice }).toEqual({ made: [4, 5, 5], twice: 0 });
  });

  it('brings the video of a delivery that comes again under a used-up limit', async () => {
    const id = `delivered-${time}`;
    const prompts = ['one', 'two'].map((order) => `${id} ${order} end`);
    const shop = await publishShop(id, {
      options: { orderKey: '={{ $json.body.order }}', videosPerDay: 1 },
    });
    const first = await shop.call('one');
    const again = await shop.call('one');
    const other = await shop.call('two');
    tell('Delivered again', time, {
      ...(await count(prompts)),
      orderedBefore: again?.orderedBefore,
    });
    expect(first?.videoUrl).toMatch(/^http/);
    expect(again).toMatchObject({ videoUrl: first?.videoUrl, orderedBefore: true, paid: 'no' });
    expect(other).toBeUndefined();
    expect(await count(prompts)).toEqual({ made: 1, twice: 0 });
  });
});

describe.each(times)('what models ask for, time %i', (time) => {
  it.each(['taken', 'lost'])(
    'Retry of an agent that failed behind its order (%s) orders nothing again',
    async (what) => {
      const fault = what === 'lost' ? ' sandbox:reset-after@createVideo' : '';
      const argument = `agent ${time} ${what}${fault}`;
      let refuses = true;
      let heard: string[] = [];
      const model = await startChatModel((answers) => {
        heard = answers;
        if (answers.length === 0) return { tool: 'Create_Video', argument };
        return refuses ? { refuses: 'No more words today' } : { says: 'That is all.' };
      });
      onTestFinished(model.close);
      // The last version that runs its tools itself.
      const workflow = await importAgent(model.url, 2.2);
      const failed = await end(await runWorkflow(real.client, workflow.id, agentTrigger));
      expect(failed.status).toBe('error');
      const [first] = heard;
      refuses = false;
      const retried = await retry(failed.id);
      const counted = await count([argument]);
      tell(`Agent, ${what}`, time, { ...counted, heard: heard[0] });
      expect(retried.status).toBe('success');
      expect(counted).toEqual({ made: 1, twice: 0 });
      expect(heard).toHaveLength(1);
      const [task] = await tasksOf([argument]);
      if (what === 'taken')
        for (const words of [first, heard[0]]) expect(words).toContain(task!.id);
      else
        expect(heard[0]).toMatch(/may have been created and charged.*Don’t call this tool again/);
    },
  );
});
