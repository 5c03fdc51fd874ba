import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { listExecutions } from '../../../lab/executions.ts';
import {
  setUpRecovery,
  type CallRow,
  type RecoveryRow,
} from '../../../lab/chaos/shape/setUpRecovery.ts';
import { type StoredPasses, firstPageSize } from '../../../nodes/CreateVideo/pay/Ledger.ts';
import { resumePath } from '../../../nodes/n8n/execution.ts';
import {
  importWorkflow,
  publish,
  readExecution,
  waitFor,
  type Workflow,
} from '../../../playground/index.ts';
import { readTable } from '../examples/dataTables.ts';
import { copyOf } from '../examples/rig.ts';
import { chain } from '../realN8n.ts';
import {
  end,
  real,
  retry,
  sentRequests,
  start,
  tasksOf,
  to,
  until,
  useRealN8n,
} from '../waiting.ts';
import {
  accountNode,
  count,
  detailsAt,
  errorOf,
  goesOn,
  itemsAt,
  noteOf,
  rowsOf,
  tableOf,
  tell,
  times,
} from './scene.ts';

const accounts = ['table', 'keyed', 'loop', 'nightly', 'crowd', 'delivery', 'named'];
useRealN8n(() => ({
  sandboxArgs: ['--renderer', 'instant', ...accounts.flatMap((key) => ['--key', key])],
}));

/** The service makes the video, and n8n is killed before the answer comes. */
const unanswered = 'sandbox:hang-after@createVideo*1';
interface Stored {
  orders: StoredPasses;
}

/** So long behind the last order of a crowd n8n is killed. */
const killMs = 1_000;
const byKey = { orderKey: '={{ $json.prompt }}' };

/** A webhook that answers at once -> the nodes -> After. */
async function publishCalls(id: string, nodes: Parameters<typeof chain>[1]): Promise<void> {
  const parameters = { httpMethod: 'POST', path: id, responseMode: 'onReceived' };
  const hook = { name: 'Call', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: id };
  const workflow = chain(id, [
    { ...hook, parameters },
    ...nodes,
    { name: 'After', type: 'n8n-nodes-base.noOp' },
  ]);
  workflow.settings = { ...workflow.settings, saveExecutionProgress: true };
  await importWorkflow(real.client, workflow);
  await publish(real.client, id);
}

const callWith = (id: string, prompts: readonly string[]) =>
  waitFor(
    async () => {
      const answer = await fetch(`${real.n8n.url}/webhook/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ prompts }),
      });
      return (await answer.text()).includes('Workflow was started') || undefined;
    },
    120_000,
    () => new Error('The webhook does not answer'),
  );
const promptsOfCall = {
  name: 'Prompts',
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: { jsCode: 'return $json.body.prompts.map((prompt) => ({ prompt }))' },
};
const only = async (workflowId: string) => {
  const [execution] = await listExecutions(real.client, workflowId);
  return String(execution!.id);
};

describe.each(times)('when n8n is killed, time %i', (time) => {
  const named = (name: string) => `${name}-${time}`;
  const nightlyCreate = () => accountNode('nightly', { options: byKey });
  const table = rowsOf(named('table'), 30, unanswered, 5).map((row, n) =>
    n < firstPageSize ? row : row.replace(` ${unanswered}`, ''),
  );
  const keyed = table.map((row) => row.replace('table', 'keyed'));
  const loop = rowsOf(named('loop'), 6).map((row, n) => (n === 3 ? `${row} ${unanswered}` : row));
  const nightly = rowsOf(named('nightly'), 5);
  const crowd = rowsOf(named('crowd'), 5, 'sandbox:takes=5');
  const delivery = [`${named('delivery')} sandbox:takes=3 sandbox:hang@file*1`];
  const known = rowsOf(named('named'), 14, unanswered, firstPageSize + 1);
  const ids: Record<string, string> = {};
  /** When all five had been stored, as n8n tells. */
  let storedAtMs: number | undefined;

  /** Calls five times at once, and kills n8n a second behind the last order. */
  async function killBehindCrowd(): Promise<void> {
    await Promise.all(crowd.map((row) => callWith(named('crowd'), [row])));
    let paidAtMs: number | undefined;
    do {
      const [paid, listed] = [
        await tasksOf(crowd),
        await listExecutions(real.client, named('crowd')),
      ];
      const asleep = listed.filter(({ status }) => status === 'waiting').length;
      if (paid.length === crowd.length) paidAtMs ??= Date.now();
      if (asleep === crowd.length) storedAtMs ??= Date.now();
      await pause(20);
    } while (paidAtMs === undefined || Date.now() < paidAtMs + killMs);
    await real.killAndRestart();
  }

  /** A loop that goes on with what its error output brings, too. */
  async function loopOf(): Promise<Workflow> {
    const create = await accountNode('loop', { operation: 'create' }, goesOn);
    const made = tableOf(named('loop'), loop, create);
    const type = 'n8n-nodes-base.splitInBatches';
    made.nodes.push({ ...made.nodes[3]!, id: 'loop', name: 'Loop', type, typeVersion: 3 });
    made.connections = {
      ...made.connections,
      Prompts: { main: [to('Loop')] },
      Loop: { main: [to('After'), to('Create Video')] },
      'Create Video': { main: [to('Loop'), to('Failed')] },
      Failed: { main: [to('Loop')] },
    };
    return made;
  }

  beforeAll(async () => {
    const nightlyTable = tableOf(named('nightly'), nightly.slice(0, 4), await nightlyCreate());
    const night = await start(nightlyTable);
    for (const account of ['crowd', 'delivery', 'named'])
      await publishCalls(named(account), [promptsOfCall, await accountNode(account)]);
    await callWith(named('named'), known);
    ids.loop = await start(await loopOf());
    ids.table = await start(tableOf(named('table'), table, await accountNode('table')));
    const keyedCreate = await accountNode('keyed', { options: byKey }, goesOn);
    ids.keyed = await start(tableOf(named('keyed'), keyed, keyedCreate));
    expect((await end(night)).status).toBe('success');
    // Each of the others is where it waits for an answer that doesn't come.
    const untilMade = (prompts: readonly string[], made: number) =>
      until(async () => (await tasksOf(prompts)).length === made);
    await untilMade(table, firstPageSize);
    await untilMade(keyed, firstPageSize);
    await untilMade(loop, 4);
    await untilMade(known, known.length);
    // Last of all: after a minute without a byte the node would try the download again.
    await callWith(named('delivery'), delivery);
    await until(async () => {
      const [task] = await tasksOf(delivery);
      const sent = task === undefined ? [] : await sentRequests();
      return sent.some(({ path }) => path.includes(task!.id) && path.endsWith('.mp4'));
    });
    await killBehindCrowd();
  });

  it('Retry of a table waits for what is paid, brings it, and names what is unknown', async () => {
    const killed = await end(ids.table!);
    expect(killed.status).toBe('crashed');
    const retried = await retry(killed.id);
    // Who clicks twice gets the same.
    expect(errorOf(await retry(killed.id))?.message).toBe(errorOf(retried)?.message);
    const { description, context } = errorOf(retried)!;
    const brought = context.rows.filter(({ videoUrl }) => videoUrl !== undefined);
    const unknown = context.rows.filter(({ paid }) => paid === 'unknown');
    const counted = await count(table);
    tell('Table', time, { ...counted, brought: brought.length, unknown: unknown.length });
    expect(counted).toEqual({ made: 30, twice: 0 });
    expect(brought.map(({ row, paid }) => [row, paid])).toEqual(
      table.slice(firstPageSize).map((_, n) => [firstPageSize + n + 1, 'yes']),
    );
    expect(unknown.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(description).toMatch(/^30 rows: 10 unknown, 20 ordered and paid now\./);

    // What the error says to do then.
    const patient = await accountNode('table', {}, goesOn);
    await importWorkflow(real.client, tableOf(named('table'), table, patient));
    const again = await retry(retried.id, true);
    expect(again.status).toBe('success');
    expect(itemsAt(again, 'After').filter(({ videoUrl }) => videoUrl)).toHaveLength(20);
    expect(detailsAt(again)).toHaveLength(10);
    expect(await count(table)).toEqual({ made: 30, twice: 0 });
  });

  it('Retry of a table with keys brings what is paid, and leaves unknown what was claimed', async () => {
    const killed = await end(ids.keyed!);
    expect(killed.status).toBe('crashed');
    const retried = await retry(killed.id);
    const brought = itemsAt(retried, 'After');
    const unknown = detailsAt(retried);
    const counted = await count(keyed);
    tell('Table with keys', time, {
      ...counted,
      brought: brought.length,
      unknown: unknown.length,
    });
    expect(retried.status).toBe('success');
    expect(counted).toEqual({ made: 30, twice: 0 });
    expect(brought.filter(({ videoUrl }) => videoUrl)).toHaveLength(20);
    expect(unknown.map(({ reason, paid }) => `${reason} ${paid}`)).toEqual(
      Array(firstPageSize).fill('keyUnknown unknown'),
    );
  });

  it('Retry of a loop pays no round again', async () => {
    const killed = await end(ids.loop!);
    expect(killed.status).toBe('crashed');
    const retried = await retry(killed.id);
    const counted = await count(loop);
    const unknown = detailsAt(retried);
    tell('Loop', time, { ...counted, unknown: unknown.length });
    expect(retried.status).toBe('success');
    expect(counted).toEqual({ made: 6, twice: 0 });
    expect(unknown).toMatchObject([{ reason: 'lostPage', paid: 'unknown' }]);
    const text = JSON.stringify(retried.data);
    const tasks = await tasksOf(loop.filter((_, n) => n !== 3));
    expect(tasks.filter((task) => !text.includes(task.id))).toEqual([]);
  });

  it('five calls at once were all stored when n8n was killed, and pay nothing twice', async () => {
    const listed = await listExecutions(real.client, named('crowd'));
    let crashed = 0;
    let answeredAtMs = 0;
    for (const { id } of listed) {
      const { status, data } = await readExecution(real.client, String(id));
      if (status === 'waiting') {
        // As the watcher does when the video is ready: by itself it would come within 20 minutes.
        const { resumeToken } = data as { resumeToken?: string };
        const { orders } = data.executionData!.contextData[
          'node:Create Video'
        ] as unknown as Stored;
        const [pass] = Object.values(orders.passes);
        answeredAtMs = Math.max(answeredAtMs, pass!.rows[0]!.atMs);
        const path = `/webhook-waiting/${id}/${resumePath}?signature=${resumeToken}`;
        await fetch(real.n8n.url + path, { method: 'POST' });
      }
      const ended = await end(String(id));
      crashed += Number(ended.status === 'crashed');
      const last = ended.status === 'crashed' ? await retry(String(id)) : ended;
      expect(last.status).toBe('success');
    }
    const storedMs = (storedAtMs ?? Infinity) - answeredAtMs;
    const counted = await count(crowd);
    tell('Five calls', time, { ...counted, storedMs, crashed });
    expect(counted).toEqual({ made: 5, twice: 0 });
    // A busy machine shows late what was stored in time.
    expect(crashed).toBe(0);
  });

  it('a table with keys that is run again orders its new row, and is green', async () => {
    const whole = tableOf(named('nightly'), nightly, await nightlyCreate());
    const again = await end(await start(whole));
    const items = itemsAt(again, 'After');
    const before = items.filter(({ orderedBefore }) => orderedBefore);
    const counted = await count(nightly);
    tell('Nightly table', time, { ...counted, before: before.length, note: noteOf(again) });
    expect(again.status).toBe('success');
    expect(counted).toEqual({ made: 5, twice: 0 });
    expect(before).toHaveLength(4);
    for (const item of before) expect(item).toMatchObject({ paid: 'no' });
    expect(items[4]).toMatchObject({ paid: 'yes', status: 'completed' });
    expect(noteOf(again)).toMatch(/^5 rows: 4 from before, 1 ordered and paid now\./);
  });

  it('the example brings home what had slept, and names the paid IDs of what was ordering', async () => {
    const { workflow } = await setUpRecovery(
      real.client,
      copyOf('vgRecovery000001'),
      await accountNode('named').then(({ credentials }) => credentials.videoGenerationApi),
      10,
      5,
    );
    await importWorkflow(real.client, workflow);
    await publish(real.client, workflow.id);
    const killed = [await only(named('delivery')), await only(named('named'))];
    const rowOf = async (id: string, states: string[]) =>
      await waitFor(
        async () =>
          (await readTable<RecoveryRow>(real.client, 'video_recovery')).find(
            ({ execution, state }) => execution === id && states.includes(state),
          ),
        300_000,
        () => new Error(`Nothing came of execution ${id}`),
      );
    const resumed = await rowOf(killed[0]!, ['retried']);
    const told = await rowOf(killed[1]!, ['told', 'person', 'handedOver']);
    await real.client.post(`/rest/workflows/${workflow.id}/deactivate`, {});
    const home = await end(await only(named('delivery')));
    const [delivered] = itemsAt(home, 'After');
    const tasks = await tasksOf(known.slice(0, firstPageSize));
    const calls = await readTable<CallRow>(real.client, 'video_calls');
    const handed = tasks.filter((task) => calls.some((call) => call.task === task.id));
    const counted = { home: await count(delivery), named: await count(known) };
    tell('Recovery', time, {
      ...{ ...counted, resumed: resumed.state, told: told.state, reason: told.reason },
      ...{ namedIds: told.tasks.split(', ').length, handed: handed.length },
    });
    expect(home.id).not.toBe(killed[0]);
    expect(home.status).toBe('success');
    expect(delivered).toMatchObject({ status: 'completed', id: (await tasksOf(delivery))[0]!.id });
    expect(told.tasks.split(', ').toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
    expect(counted).toEqual({ home: { made: 1, twice: 0 }, named: { made: 14, twice: 0 } });
  });
});
