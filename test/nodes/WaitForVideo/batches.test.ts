import fc from 'fast-check';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { runNode } from '../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

/** What the service answers for a task, and what that comes to when there is time for one look. */
const fates: Record<string, { reply: Reply; reason?: string; paid: string }> = {
  completed: {
    reply: { status: 200, body: { status: 'completed', results: ['https://files.test/a.mp4'] } },
    paid: 'yes',
  },
  failed: { reply: { status: 200, body: { status: 'failed' } }, reason: 'failed', paid: 'unknown' },
  pending: { reply: { status: 200, body: { status: 'odd' } }, reason: 'timedOut', paid: 'yes' },
  missing: { reply: { status: 404, body: {} }, reason: 'timedOut', paid: 'unknown' },
  another: {
    reply: { status: 200, body: { id: 'x', status: 'completed', results: ['https://x.test/'] } },
    reason: 'timedOut',
    paid: 'unknown',
  },
  locked: { reply: { status: 403, body: {} }, reason: 'timedOut', paid: 'unknown' },
  broken: { reply: { breakWith: 'ECONNRESET' }, reason: 'timedOut', paid: 'unknown' },
  empty: { reply: { status: 500 }, reason: 'invalidInput', paid: 'unknown' },
};

const batch = fc.array(
  fc.record({ fate: fc.constantFrom(...Object.keys(fates)), twin: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
);
const goOn = fc.constantFrom('continueErrorOutput' as const, undefined);

describe('WaitForVideo, for any batch', () => {
  it('lets only finished videos out as results, and names every task with its state', async () => {
    await fc.assert(
      fc.asyncProperty(batch, goOn, async (rows, onError) => {
        nock.cleanAll();
        const fateOf = (path: string) => path.split('/').at(-1)!.split('_')[0]!;
        const asked = fakeService(({ path }) => fates[fateOf(path)]!.reply);
        const ids = rows.map(({ fate, twin }, n) =>
          fate === 'empty' ? '' : `${fate}_${twin ? 'twin' : n}`,
        );
        const { outputs, error } = await runNode({
          type: 'waitForVideo',
          items: ids.map((id) => ({ json: { id } })),
          parameters: { download: false, options: { timeLimitMinutes: 0 } },
          settings: { ...(onError && { onError }) },
        });
        const want = rows.map(({ fate }, n) => ({
          row: n + 1,
          ...(fate !== 'empty' && { taskId: ids[n] }),
          ...(fates[fate]!.reason && { reason: fates[fate]!.reason }),
          paid: fates[fate]!.paid,
          ...(fate === 'completed' && { status: fate, videoUrl: 'https://files.test/a.mp4' }),
        }));
        const distinct = new Set(ids.filter((id) => id !== ''));
        const bad = want.filter(({ reason }) => reason !== undefined);

        if (onError === undefined && bad.length > 0) {
          expect(outputs.flat()).toEqual([]);
          if (ids.includes('')) expect(asked.requests).toEqual([]);
          else if (rows.length > 1) expect((error?.context as { rows: object }).rows).toEqual(want);
          else expect(error?.context).toMatchObject({ taskId: ids[0], reason: bad[0]!.reason });
          return;
        }
        expect(error).toBeUndefined();
        expect(asked.requests).toHaveLength(distinct.size);
        const [success = [], failed = []] = outputs;
        const rowOf = (item: object) =>
          (item as { pairedItem: { item: number } }).pairedItem.item + 1;
        expect(success.map(rowOf)).toEqual(
          want.filter(({ reason }) => reason === undefined).map(({ row }) => row),
        );
        for (const { json } of success) expect(json).toMatchObject({ status: 'completed' });
        expect(
          failed.map((item) => ({ row: rowOf(item), ...(item.json.details as object) })),
        ).toEqual(bad.map((row) => expect.objectContaining(row)));
      }),
      { numRuns: 40 },
    );
  });
});
