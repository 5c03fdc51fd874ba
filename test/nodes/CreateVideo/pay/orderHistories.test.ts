import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';
import nock from 'nock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../../../sandbox/src/index.ts';
import { orderStore } from '../../../engine/orderStore.ts';
import { runNode } from '../../../engine/runNode.ts';
import { startAnew } from '../../../engine/startAnew.ts';
import { howMany } from '../../../thorough.ts';
import { havePatience } from '../../../engine/patience.ts';

havePatience({ answerMs: 3_000 });

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ renderer: 'instant' });
  nock.enableNetConnect('127.0.0.1');
});
afterAll(async () => {
  nock.disableNetConnect();
  await sandbox.close();
});

const keys = ['a', 'b', 'c', 'd', 'e'];
const mostPerDay = 4;
const workers = 3;

/** What the sandbox does with a create request, by the words of the prompt. */
const words = {
  made: '',
  refused: 'refused',
  lost: 'sandbox:reset-after@createVideo',
  broken: 'sandbox:truncated@createVideo',
  vain: 'sandbox:reset@createVideo',
};
type Fate = keyof typeof words;
const fates: Fate[] = ['made', 'made', 'made', 'refused', 'lost', 'broken', 'vain'];

interface Row {
  key: string;
  fate: Fate;
}

/** What is true of the orders, by what was asked for. */
interface Model {
  /** Keys that are taken, for ever. */
  taken: Set<string>;
  /** Keys that may be taken although no video was made. */
  vain: Set<string>;
}

interface Real {
  workflowId: string;
  /** The node in each of the processes that share the store. */
  workers: Array<Record<string, INodeType>>;
}

interface Video {
  id: string;
  key: string;
  prompt: string;
}

/** The videos of a history that the sandbox has made: what was paid. */
async function readLedger({ workflowId }: Real): Promise<Video[]> {
  const answer = await fetch(`${sandbox.url}/admin/tasks?limit=10000`);
  const tasks = (await answer.json()) as Array<{ id: string; prompt: string }>;
  return tasks.flatMap(({ id, prompt }) => {
    const [history, key] = prompt.split(' ');
    return history === workflowId ? [{ id, key: key!, prompt }] : [];
  });
}

/** Executions at the same time, each with some orders. */
class Orders implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly executions: Row[][],
    readonly stops: boolean,
  ) {}

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    for (const { key, fate } of this.executions.flat()) if (fate === 'vain') model.vain.add(key);
    const runs = await Promise.all(
      this.executions.map(async (rows, index) => {
        const { outputs, error } = await runNode({
          type: 'createVideo',
          workflowId: real.workflowId,
          types: real.workers[index % real.workers.length]!,
          credential: { baseUrl: sandbox.url, apiKey: sandbox.key },
          parameters: {
            operation: 'create',
            mode: 'textToVideo',
            model: 'standard',
            prompt: '={{ $json.prompt }}',
            duration: '={{ $json.prompt.includes("refused") ? 999999 : 5 }}',
            options: { orderKey: '={{ $json.key }}', maxVideosPerDay: mostPerDay },
          },
          settings: this.stops ? {} : { onError: 'continueRegularOutput' },
          items: rows.map(({ key, fate }) => {
            const prompt = `${real.workflowId} ${key} ${words[fate]}`;
            return { json: { key, prompt } };
          }),
        });
        return { rows, items: outputs[0] ?? [], error };
      }),
    );
    const ledger = await readLedger(real);
    const ids = new Map(ledger.map(({ key, id }) => [key, id]));
    expect(ledger.map(({ key }) => key).toSorted()).toEqual([...ids.keys()].toSorted());

    const entries = orderStore.entries.map((entry) => entry.replace(/^order /, ''));
    const taken = new Set(keys.filter((key) => entries.includes(key)));
    for (const key of [...model.taken, ...ids.keys()]) expect(taken).toContain(key);
    for (const key of taken) if (!ids.has(key)) expect(model.vain).toContain(key);
    model.taken = taken;
    // Its place among the videos of the day.
    expect(entries).toHaveLength(2 * taken.size);
    expect(taken.size).toBeLessThanOrEqual(mostPerDay);

    const isNameless = (key: string) =>
      model.vain.has(key) ||
      ledger.some((video) => video.key === key && / sandbox:/.test(video.prompt));
    for (const { rows, items, error } of runs) {
      if (error) {
        if (/^Nothing was charged/.test(error.description ?? ''))
          expect(JSON.stringify(error.context)).not.toMatch(/"paid":"(yes|unknown)"/);
        continue;
      }
      expect(items).toHaveLength(rows.length);
      for (const { json, pairedItem } of items) {
        const { key } = rows[(pairedItem as { item: number }).item]!;
        const details = (json.details ?? json) as { paid?: string; id?: string };
        if (details.paid !== 'no') expect(taken, JSON.stringify(json)).toContain(key);
        if (typeof json.id === 'string') expect(json.id).toBe(ids.get(key));
        else if (json.orderedBefore === true) expect(isNameless(key), key).toBe(true);
      }
    }
  }

  toString = () => `orders ${JSON.stringify([this.executions, this.stops])}`;
}

/** A process is killed and starts again: what was in its memory is gone. */
class Restart implements fc.AsyncCommand<Model, Real> {
  constructor(readonly worker: number) {}
  check = () => true;
  async run(_: Model, real: Real): Promise<void> {
    real.workers[this.worker] = startAnew();
  }
  toString = () => `restart of ${this.worker}`;
}

/** A process that is killed between the claim and the request, so that nobody knows of the row. */
class KilledBefore implements fc.AsyncCommand<Model, Real> {
  constructor(readonly key: string) {}
  check = ({ taken }: Readonly<Model>) => taken.size < mostPerDay && !taken.has(this.key);
  async run(model: Model, real: Real): Promise<void> {
    const isTaken = (entry: string) => orderStore.entries.includes(entry);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format();
    const places = Array.from({ length: mostPerDay }, (_, at) => `video ${at + 1} of ${day}`);
    orderStore.record(`${real.workflowId} Under Test`, [
      `order ${this.key}`,
      places.find((place) => !isTaken(place)) ?? `video 0 of ${day}`,
    ]);
    model.taken.add(this.key);
    model.vain.add(this.key);
    real.workers[0] = startAnew();
  }
  toString = () => `killed before ${this.key}`;
}

describe('orders with a key, in three processes, whatever their history', () => {
  it('are paid once each, and as many as a day may have', async () => {
    const numRuns = howMany(20, 60);
    const counts = { histories: 0, made: 0 };
    const row = fc.record({ key: fc.constantFrom(...keys), fate: fc.constantFrom(...fates) });
    const rows = fc.array(row, { minLength: 1, maxLength: 3 });
    const orders = fc
      .tuple(fc.array(rows, { minLength: 1, maxLength: 4 }), fc.boolean())
      .map((parts) => new Orders(...parts));
    const restart = fc.nat(workers - 1).map((worker) => new Restart(worker));
    const killed = fc.constantFrom(...keys).map((key) => new KilledBefore(key));
    await fc.assert(
      fc.asyncProperty(
        fc.commands([orders, orders, restart, killed], { maxCommands: 8 }),
        async (commands) => {
          orderStore.clear();
          const real: Real = {
            workflowId: randomUUID(),
            workers: Array.from({ length: workers }, startAnew),
          };
          const model: Model = { taken: new Set(), vain: new Set() };
          await fc.asyncModelRun(() => ({ model, real }), commands);
          counts.histories += 1;
          counts.made += (await readLedger(real)).length;
        },
      ),
      { numRuns },
    );
    console.log(JSON.stringify(counts));
    expect(counts.made).toBeGreaterThan(numRuns / 2);
  }, 300_000);
});
