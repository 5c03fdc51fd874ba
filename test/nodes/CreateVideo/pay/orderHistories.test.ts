import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService, type Reply } from '../../../engine/fakeService.ts';
import { orderStore } from '../../../engine/orderStore.ts';
import { runNode } from '../../../engine/runNode.ts';
import { startAnew } from '../../../engine/startAnew.ts';
import { howMany } from '../../../thorough.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const keys = ['a', 'b', 'c', 'd', 'e'];
const mostPerDay = 4;
const workers = 3;

/** What the service does with a create request. */
const fates = ['made', 'made', 'made', 'refused', 'lost', 'broken'] as const;
type Fate = (typeof fates)[number];

/** What is true of the orders, by what was sent and answered. */
interface Model {
  /** Keys of which a video was made. */
  made: Set<string>;
  /** Keys of which nobody can know the task. */
  nameless: Set<string>;
}

interface Real {
  workflowId: string;
  /** Videos that the service has made, by key. */
  ledger: Map<string, number>;
  /** What the service does next. */
  fates: Fate[];
  /** Keys whose task the answer did not name. */
  lost: Set<string>;
  /** The node in each of the processes that share the store. */
  workers: Array<Record<string, INodeType>>;
}

function startService(real: Real): void {
  nock.cleanAll();
  fakeService(({ body }): Reply => {
    const { prompt: key } = body as { prompt: string };
    const fate = real.fates.pop() ?? 'made';
    if (fate === 'refused') return { status: 422, body: {} };
    real.ledger.set(key, (real.ledger.get(key) ?? 0) + 1);
    const id = `task-${key}`;
    if (fate === 'lost') {
      real.lost.add(key);
      return { breakWith: 'ECONNRESET' };
    }
    if (fate === 'broken') return { status: 200, body: `{"id":"${id}","sta` };
    return { status: 200, body: { id, status: 'pending' } };
  });
}

/** Executions at the same time, each with some keys. */
class Orders implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly executions: string[][],
    readonly plan: Fate[],
    readonly stops: boolean,
  ) {}

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    real.fates = [...this.plan];
    const runs = await Promise.all(
      this.executions.map(async (rows, index) => {
        const { outputs, error } = await runNode({
          type: 'createVideo',
          workflowId: real.workflowId,
          types: real.workers[index % real.workers.length]!,
          parameters: {
            operation: 'create',
            mode: 'textToVideo',
            model: 'standard',
            prompt: '={{ $json.key }}',
            options: { orderKey: '={{ $json.key }}', maxVideosPerDay: mostPerDay },
            sending: { timeoutSeconds: 3 },
          },
          settings: this.stops ? {} : { onError: 'continueRegularOutput' },
          items: rows.map((key) => ({ json: { key } })),
        });
        return { rows, items: outputs[0] ?? [], error };
      }),
    );
    for (const [key, count] of real.ledger) {
      expect(count, `order ${key} was paid ${count} times`).toBe(1);
      model.made.add(key);
    }
    for (const key of real.lost) model.nameless.add(key);
    expect(model.made.size).toBeLessThanOrEqual(mostPerDay);
    const taken = orderStore.entries.filter((entry) => entry.startsWith('order ')).sort();
    expect(taken).toEqual([...model.made].sort().map((key) => `order ${key}`));
    expect(orderStore.entries.length - taken.length).toBe(model.made.size);

    for (const { rows, items, error } of runs) {
      if (error) {
        if (/^Nothing was charged/.test(error.description ?? ''))
          expect(JSON.stringify(error.context)).not.toMatch(/"paid":"(yes|unknown)"/);
        continue;
      }
      expect(items).toHaveLength(rows.length);
      for (const { json, pairedItem } of items) {
        const key = rows[(pairedItem as { item: number }).item]!;
        const details = (json.details ?? json) as { paid?: string; id?: string };
        if (details.paid !== 'no') expect(model.made, JSON.stringify(json)).toContain(key);
        if (typeof json.id === 'string') expect(json.id).toBe(`task-${key}`);
        else if (json.orderedBefore === true) expect(model.nameless).toContain(key);
      }
    }
  }

  toString = () => `orders ${JSON.stringify([this.executions, this.plan, this.stops])}`;
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
  check = ({ made }: Readonly<Model>) => made.size < mostPerDay && !made.has(this.key);
  async run(model: Model, real: Real): Promise<void> {
    const isTaken = (entry: string) => orderStore.entries.includes(entry);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format();
    const places = Array.from({ length: mostPerDay }, (_, at) => `video ${at + 1} of ${day}`);
    orderStore.record(`${real.workflowId} Under Test`, [
      `order ${this.key}`,
      places.find((place) => !isTaken(place)) ?? `video 0 of ${day}`,
    ]);
    model.made.add(this.key);
    model.nameless.add(this.key);
    real.workers[0] = startAnew();
  }
  toString = () => `killed before ${this.key}`;
}

describe('orders with a key, in three processes, whatever their history', () => {
  it('are paid once each, and as many as a day may have', async () => {
    const numRuns = howMany(20, 60);
    const counts = { histories: 0, made: 0 };
    const rows = fc.array(fc.constantFrom(...keys), { minLength: 1, maxLength: 3 });
    const orders = fc
      .tuple(
        fc.array(rows, { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom(...fates), { maxLength: 12 }),
        fc.boolean(),
      )
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
            ledger: new Map(),
            fates: [],
            lost: new Set(),
            workers: Array.from({ length: workers }, startAnew),
          };
          startService(real);
          const model: Model = { made: new Set(), nameless: new Set() };
          await fc.asyncModelRun(() => ({ model, real }), commands);
          counts.histories += 1;
          counts.made += real.ledger.size;
        },
      ),
      { numRuns },
    );
    console.log(JSON.stringify(counts));
    expect(counts.made).toBeGreaterThan(numRuns / 2);
  }, 240_000);
});
