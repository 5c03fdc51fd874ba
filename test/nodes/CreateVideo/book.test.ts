import fc from 'fast-check';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { runNode } from '../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

/** What the service does with a request: whether it makes a task, and what the client learns. */
const deeds = {
  accepts: {
    makes: true,
    tells: (id: string) => ({ status: 200, body: { id, status: 'pending' } }),
  },
  acceptsWithNumber: {
    makes: true,
    tells: (id: string) => ({
      status: 200,
      body: `{"id":90071992547409931${id.slice(5)},"status":"pending"}`,
    }),
  },
  refuses: { makes: false, tells: () => ({ status: 422, body: { message: 'not this one' } }) },
  isBusy: { makes: false, tells: () => ({ status: 429, body: {} }) },
  isBusyForHours: {
    makes: false,
    tells: () => ({ status: 429, headers: { 'retry-after': '7200' }, body: {} }),
  },
  refusesTheKey: { makes: false, tells: () => ({ status: 401, body: {} }) },
  failsAfterwards: {
    makes: true,
    tells: () => ({ status: 500, body: { message: 'the database is away' } }),
  },
  failsBefore: { makes: false, tells: () => ({ status: 503, body: {} }) },
  breaksOff: { makes: true, tells: () => ({ breakWith: 'ECONNRESET' }) },
  sendsGarbage: { makes: true, tells: () => ({ breakWith: 'EPROTO' }) },
  isNotThere: { makes: false, tells: () => ({ breakWith: 'ECONNREFUSED' }) },
  forgetsTheId: { makes: true, tells: () => ({ status: 200, body: { status: 'pending' } }) },
  breaksOffAfterTheId: {
    makes: true,
    tells: (id: string) => ({ status: 200, body: `{"id":"${id}","sta` }),
  },
  givesAnOddId: {
    makes: true,
    tells: (id: string) => ({ status: 200, body: { id: ` ${id}`, status: 'pending' } }),
  },
  redirectsToTheTask: {
    makes: true,
    tells: () => ({ status: 302, headers: { location: '/v1/tasks/1' }, body: '' }),
  },
} satisfies Record<string, { makes: boolean; tells: (id: string) => Reply }>;
type Deed = keyof typeof deeds;

const settings: Array<Partial<INode>> = [
  {},
  { onError: 'continueRegularOutput' },
  { onError: 'continueErrorOutput' },
];

/** A row of the input: what its fields come to, and what the service does at each try. */
interface Row {
  prompt: string;
  isBad: boolean;
  isPreview: boolean;
  deeds: Deed[];
}

/** Reads what every row was told of its money. */
function readBook(items: INodeExecutionData[]) {
  return items.map(({ json }) => {
    const details = (json.details ?? {}) as { paid?: string };
    return { paid: (json.paid ?? details.paid) as string, text: JSON.stringify(json) };
  });
}

describe('what Create Video says of money', () => {
  it('agrees with the service’s own book, in any batch', async () => {
    const row = fc.record({
      isBad: fc.boolean().map((is) => is),
      isPreview: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
      deeds: fc.array(fc.constantFrom(...(Object.keys(deeds) as Deed[])), {
        minLength: 3,
        maxLength: 3,
      }),
    });
    const batch = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 6 }),
      badRows: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
      onError: fc.constantFrom(...settings),
      retry: fc.boolean(),
      resendUnknown: fc.boolean(),
      concurrency: fc.constantFrom(1, 3, '2', 10),
      maxVideos: fc.constantFrom(undefined, 0, 2, 100),
    });

    let made = 0;
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(batch, async (test) => {
        const rows: Row[] = test.rows.map((each, index) => ({
          ...each,
          prompt: `idea ${index}`,
          isBad: each.isBad && test.badRows,
        }));
        const book = new Map<string, string[]>(rows.map(({ prompt }) => [prompt, []]));
        const told: string[] = [];
        const tries = new Map<string, number>();
        const service = fakeService(({ body }) => {
          const { prompt } = body as { prompt: string };
          const count = tries.get(prompt) ?? 0;
          tries.set(prompt, count + 1);
          const plan = rows.find((each) => each.prompt === prompt)!.deeds;
          const { makes, tells } = deeds[plan[count % plan.length]!];
          const id = `task_${++made}`;
          if (makes) book.get(prompt)!.push(id);
          const reply = tells(id) as Reply;
          const text = 'status' in reply && reply.status === 200 ? JSON.stringify(reply.body) : '';
          const exact = /90071992547409931\d+/.exec(text)?.[0];
          if (exact) told.push(exact);
          else if (text.includes(id)) told.push(id);
          return reply;
        });

        const { run, outputs, error } = await runNode({
          type: 'createVideo',
          parameters: {
            mode: 'textToVideo',
            model: '={{ $json.bad ? "Fast" : "fast" }}',
            prompt: '={{ $json.idea }}',
            callback: 'none',
            options: {
              preview: '={{ $json.preview }}',
              busySeconds: 0,
              resendUnknown: test.resendUnknown,
              concurrency: test.concurrency,
              ...(test.maxVideos !== undefined && { maxVideos: test.maxVideos }),
            },
          },
          items: rows.map(({ prompt, isBad, isPreview }) => ({
            json: { idea: prompt, bad: isBad, preview: isPreview },
          })),
          settings: { ...test.onError, retryOnFail: test.retry, maxTries: 3, waitBetweenTries: 1 },
        });
        nock.cleanAll();
        runs += 1;

        const all = JSON.stringify([
          run.data.resultData,
          error,
          error?.description,
          error?.context,
        ]);
        // 1. No task twice, unless the user took that risk; and never where the id is known.
        for (const { prompt } of rows) {
          const tasks = book.get(prompt)!;
          if (!test.resendUnknown) expect(tasks.length).toBeLessThanOrEqual(1);
          const known = tasks.findIndex((id) => told.includes(id));
          if (known !== -1) expect(known).toBe(tasks.length - 1);
        }
        // 2. No id is lost.
        for (const id of told) expect(all).toContain(id);
        // 3. The limit holds.
        if (test.maxVideos !== undefined && test.maxVideos < 100 && !test.retry)
          expect([...book.values()].flat().length).toBeLessThanOrEqual(test.maxVideos);
        // 4. Words and book agree.
        if (error) {
          expect(outputs.flat()).toEqual([]);
          const words = `${error.message} ${error.description}`;
          const total = [...book.values()].flat().length;
          if (words.includes('Nothing was charged')) expect(total).toBe(0);
          const { rows: lines } = error.context as { rows?: Array<{ row: number; paid: string }> };
          for (const { row: number, paid } of lines ?? []) {
            const count = book.get(rows[number - 1]!.prompt)!.length;
            if (paid === 'no') expect(count).toBe(0);
            if (paid === 'yes') expect(count).toBeGreaterThan(0);
          }
        } else {
          expect(outputs.flat()).toHaveLength(rows.length);
          const items = [...(outputs[0] ?? []), ...(outputs[1] ?? [])];
          readBook(items).forEach(({ paid, text }, place) => {
            const pairedItem = items[place]!.pairedItem as { item: number };
            const count = book.get(rows[pairedItem.item]!.prompt)!.length;
            expect(['yes', 'no', 'unknown']).toContain(paid);
            if (paid === 'no') expect(count, text).toBe(0);
            if (paid === 'yes') expect(count, text).toBeGreaterThan(0);
          });
        }
        expect(service.requests.length).toBeLessThanOrEqual(rows.length * 3);
      }),
      { numRuns: 300 },
    );
    expect(runs).toBeGreaterThanOrEqual(300);
  });
});
