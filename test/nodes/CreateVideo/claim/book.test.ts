import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Plan } from '../../../../nodes/CreateVideo/order/planItems.ts';
import { Ledger, type StoredPasses } from '../../../../nodes/CreateVideo/pay/Ledger.ts';
import { Orders } from '../../../../nodes/CreateVideo/claim/Orders.ts';
import { readOutcome } from '../../../../nodes/CreateVideo/order/orderOutcome.ts';
import { sendOrder } from '../../../../nodes/CreateVideo/pay/sendOrder.ts';
import { countInRecord, countInStore } from '../../../../nodes/CreateVideo/claim/limits.ts';
import { endTry, goOn, outcomesOf, toWaitItems } from '../../../../nodes/CreateVideo/run.ts';
import { type Failure, FailureError, tellPerson } from '../../../../nodes/outcomes/Failure.ts';
import { readAnswer, type ServiceAnswer } from '../../../../nodes/service/readAnswer.ts';
import { hideSecret } from '../../../../nodes/text/redact.ts';
import { howMany, playsAllKinds } from '../../../thorough.ts';
import { orderingOf } from '../ordering.ts';
import { sharedStore } from './store.ts';

const answer = (httpStatus: number, text: string, broken?: 'reset'): ServiceAnswer =>
  readAnswer(
    { httpStatus, headers: {}, body: { text, ...(broken && { broken }) } },
    hideSecret('key-0123456789'),
    0,
  );
const fault = (kind: 'unsent' | 'unanswered', code: string) => ({ kind, code, detail: code });

/** What the service does with a request: whether it makes a task, and what the client learns. */
const deeds: Record<string, { makes: boolean; tells(id: string): ServiceAnswer }> = {
  accepts: { makes: true, tells: (id) => answer(200, `{"id":"${id}","status":"pending"}`) },
  acceptsWithNumber: { makes: true, tells: (id) => answer(200, `{"id":${id.slice(5)}}`) },
  breaksOffAfterTheId: { makes: true, tells: (id) => answer(200, `{"id":"${id}","st`, 'reset') },
  givesAnOddId: { makes: true, tells: (id) => answer(200, `{"id":" ${id}"}`) },
  forgetsTheId: { makes: true, tells: () => answer(200, '{"status":"pending"}') },
  redirectsToTheTask: { makes: true, tells: () => answer(302, '') },
  failsAfterwards: { makes: true, tells: () => answer(500, '{"message":"no database"}') },
  breaksOff: { makes: true, tells: () => fault('unanswered', 'ECONNRESET') },
  failsBefore: { makes: false, tells: () => answer(503, '') },
  refuses: { makes: false, tells: () => answer(422, '{"message":"not this one"}') },
  refusesTheKey: { makes: false, tells: () => answer(401, '') },
  isBusy: { makes: false, tells: () => ({ ...answer(429, ''), isHeldBack: true }) as never },
  isNotThere: { makes: false, tells: () => fault('unsent', 'ECONNREFUSED') },
};
const deedNames = Object.keys(deeds);
const oneInTen = fc.nat(9).map((chance) => chance === 0);

const story = fc.record({
  rows: fc.array(
    fc.record({
      deeds: fc.array(fc.constantFrom('accepts', ...deedNames), { minLength: 4, maxLength: 4 }),
      isWrong: oneInTen,
      isPreview: oneInTen,
      orderKey: fc.constantFrom(undefined, undefined, undefined, 'k1', 'k2'),
    }),
    { minLength: 2, maxLength: 25 },
  ),
  isAnyWrong: fc.boolean(),
  stopOnFailure: fc.boolean(),
  mostTries: fc.constantFrom(1, 3),
  limit: fc.constantFrom(undefined, undefined, 0, 5, 100),
  dayLimit: fc.constantFrom(undefined, undefined, 0, 5, 100),
  /** After how many requests of an execution n8n is killed, and a person clicks Retry. */
  kills: fc.array(fc.nat(20), { maxLength: 2 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

/** Plays a story: what the service has in its book, and what n8n says in the end. */
async function play(test: Story) {
  const store = sharedStore(() => 0).open();
  /** Tasks of each order, as the service's own book has them, and of each execution. */
  const book = new Map<string, string[]>();
  const madeBy = new Map<string, number>();
  const requests = test.rows.map(() => 0);
  /** IDs that n8n knows: those of a page that is lost are gone. */
  let told: string[] = [];
  let stored: StoredPasses = { passes: {} };
  let toldWhenStored: string[] = [];
  let made = 0;

  const nameOf = (row: number) => test.rows[row]!.orderKey ?? `row ${row}`;
  const plans = test.rows.map(({ isWrong, isPreview, orderKey }, row): Plan => {
    const body = JSON.stringify({ row });
    const failure: Failure = { reason: '', paid: 'no', message: 'wrong', step: '' };
    if (isWrong && test.isAnyWrong) return { state: { kind: 'notCreated', failure } };
    const state = isPreview
      ? ({ kind: 'preview', request: {} } as const)
      : ({ kind: 'planned', body } as const);
    return { state, fingerprint: body, orderKey };
  });

  /** One execution in a process of its own. @returns nothing when n8n was killed meanwhile */
  async function execute(executionId: string, killAfter = Infinity) {
    const orders = new Orders({ nowMs: () => 0, sleep: async () => {} });
    let sent = 0;
    let kill: () => void = () => {};
    const killed = new Promise<'killed'>((resolve) => (kill = () => resolve('killed')));
    const createVideo = async ({ row }: { row: number }): Promise<ServiceAnswer> => {
      if (sent >= killAfter) kill();
      if (sent++ >= killAfter) return await new Promise(() => {});
      const { makes, tells } = deeds[test.rows[row]!.deeds[requests[row]!++ % 4]!]!;
      const id = `task_${(made += 1)}`;
      if (makes) book.set(nameOf(row), [...(book.get(nameOf(row)) ?? []), id]);
      if (makes) madeBy.set(executionId, (madeBy.get(executionId) ?? 0) + 1);
      const said = tells(id);
      if (said.kind === 'task' && said.task.id !== undefined)
        told.push(String(said.task.id).trim());
      return said;
    };
    let running = structuredClone(stored);
    let isWoken = false;
    for (let tries = 1; ;) {
      const { mostTries, stopOnFailure } = test;
      const visit = { executionId, passName: 'start', isTool: false, mostTries };
      const ledger = new Ledger(running, visit);
      const counters = () =>
        ledger.pass.limits.map((limit) =>
          limit.per === 'execution'
            ? countInRecord(running, limit, executionId)
            : countInStore(store, limit, 'today'),
        );
      const ordering = orderingOf(ledger, {
        isWoken,
        planItems: async () => plans,
        checkRoom: (rows) => orders.checkRoom(store, rows, counters()),
        ports: {
          stopOnFailure,
          send: async (body, halted) => {
            const service = { createVideo: createVideo as never };
            const said = await sendOrder(service, JSON.parse(body), halted, async () => {});
            return readOutcome(said, 'https://service.test');
          },
          claim: (rows) => orders.claim(store, rows, executionId, counters()),
          store: async () => {
            stored = structuredClone(running);
            toldWhenStored = [...told];
            return true;
          },
        },
      });
      const finish = async () => {
        const items = await toWaitItems(ledger.rows);
        endTry(ordering, outcomesOf(items));
        return { items };
      };
      const limits = [
        ...(test.limit === undefined ? [] : [{ most: test.limit, per: 'execution' as const }]),
        ...(test.dayLimit === undefined ? [] : [{ most: test.dayLimit, per: 'day' as const }]),
      ];
      const form = { problems: [], limits, stayAwake: false };
      try {
        const visited = goOn(ordering, true, async () => form, finish);
        const end = await Promise.race([visited, killed]);
        if (end === 'killed') {
          told = [...toldWhenStored];
          return undefined;
        }
        if (end !== undefined) return { items: end.items };
        running = structuredClone(stored);
        isWoken = true;
      } catch (error) {
        if (!(error instanceof FailureError)) throw error;
        if (tries++ === test.mostTries)
          return {
            stop: { ...error.failure, words: error.description ?? tellPerson(error.failure) },
          };
      }
    }
  }

  let end: Awaited<ReturnType<typeof execute>>;
  let executions = 0;
  for (const killAfter of [...test.kills, undefined])
    end ??= await execute(`execution ${(executions += 1)}`, killAfter);
  return { ...end!, book, madeBy, told, nameOf, kills: executions - 1 };
}

it('what n8n says of money agrees with the service’s own book, whatever happens', async () => {
  const counts = { kills: 0, stops: 0, before: 0 };
  await fc.assert(
    fc.asyncProperty(story, async (test) => {
      const { items = [], stop, book, madeBy, told, nameOf, kills } = await play(test);
      const countOf = (row: number) => book.get(nameOf(row))?.length ?? 0;
      for (const [name, tasks] of book) expect(tasks, `paid twice: ${name}`).toHaveLength(1);
      for (const id of told) expect(JSON.stringify([items, stop])).toContain(id);
      for (const count of madeBy.values())
        expect(count).toBeLessThanOrEqual(test.limit ?? Infinity);

      counts.kills += kills;
      if (stop !== undefined) counts.stops += 1;
      if (stop?.words.includes('Nothing was charged.')) expect(book.size).toBe(0);
      // What another row with the same key has ordered, this one has not.
      const hasKey = (row: number) => test.rows[row]!.orderKey !== undefined;
      const said = items.map(({ itemIndex, paid, failure }) => ({
        row: itemIndex + 1,
        paid: failure?.paid ?? paid ?? 'no',
      }));
      for (const { row, paid } of stop?.rows ?? said) {
        if (paid === 'no' && !hasKey(row - 1)) expect(countOf(row - 1), `row ${row}`).toBe(0);
        if (paid === 'yes') expect(countOf(row - 1), `row ${row}`).toBe(1);
      }
      for (const { itemIndex } of items.filter(({ isFromBefore }) => isFromBefore)) {
        counts.before += 1;
        expect(countOf(itemIndex), `row ${itemIndex + 1}`).toBe(1);
      }
      if (test.dayLimit !== undefined) expect(book.size).toBeLessThanOrEqual(test.dayLimit);
      if (stop === undefined)
        expect(items.map(({ itemIndex }) => itemIndex)).toEqual([...test.rows.keys()]);
    }),
    { numRuns: howMany(300, 3_000) },
  );
  if (playsAllKinds())
    expect(Math.min(counts.kills, counts.stops, counts.before)).toBeGreaterThan(3);
});
