import fc from 'fast-check';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callTool } from '../../../engine/callTool.ts';
import { fakeService, type Reply } from '../../../engine/fakeService.ts';
import { runNode } from '../../../engine/runNode.ts';
import { howMany } from '../../../thorough.ts';
import { havePatience, setPatience } from '../../../engine/patience.ts';

havePatience({ busyMs: 0 });

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

const perExecution = (videos: number) => ({
  spendingLimit: { limit: { videos, per: 'execution' } },
});

/** A row of the input: what its fields come to, and what the service does at each try. */
interface Row {
  prompt: string;
  isBad: boolean;
  isPreview: boolean;
  deeds: Deed[];
}

/** The id that a reply holds, as its text has it. */
function idIn(reply: Reply, id: string): string[] {
  if (!('status' in reply) || reply.status !== 200) return [];
  const text = JSON.stringify(reply.body);
  const number = /90071992547409931\d+/.exec(text)?.[0];
  return number !== undefined ? [number] : text.includes(id) ? [id] : [];
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
      rowsAtOnce: fc.constantFrom(1, 2, 3, 10),
      maxVideos: fc.constantFrom(undefined, 0, 2, 100),
    });

    let made = 0;
    const numRuns = howMany(80, 200);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(batch, async (test) => {
        setPatience({ rowsAtOnce: test.rowsAtOnce });
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
          told.push(...idIn(reply, id));
          return reply;
        });

        const { run, outputs, error } = await runNode({
          type: 'createVideo',
          parameters: {
            operation: 'create',
            model: '={{ $json.bad ? "Fast" : "fast" }}',
            prompt: '={{ $json.idea }}',
            options: {
              output: 'everything',
              preview: '={{ $json.preview }}',
              ...(test.maxVideos !== undefined && perExecution(test.maxVideos)),
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
        // 1. No task twice.
        for (const { prompt } of rows) expect(book.get(prompt)!.length).toBeLessThanOrEqual(1);
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
      { numRuns },
    );
    expect(runs).toBeGreaterThanOrEqual(numRuns);
  }, 180_000);

  it('agrees with it for an agent’s calls, however n8n and the agent repeat them', async () => {
    const test = fc.record({
      prompts: fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 5 }),
      script: fc.array(fc.constantFrom(...(Object.keys(deeds) as Deed[])), {
        minLength: 15,
        maxLength: 15,
      }),
      together: fc.boolean(),
      maxVideos: fc.constantFrom(1, 3, 100),
    });
    let made = 0;
    await fc.assert(
      fc.asyncProperty(test, async ({ prompts, script, together, maxVideos }) => {
        const told: string[] = [];
        const lost = new Set<string>();
        const sentAfterLoss = new Set<string>();
        const service = fakeService(({ body }, index) => {
          const { prompt } = body as { prompt: string };
          if (lost.has(prompt)) sentAfterLoss.add(prompt);
          const { makes, tells } = deeds[script[index % script.length]!];
          const id = `task_${++made}`;
          const reply = tells(id) as Reply;
          const ids = idIn(reply, id);
          told.push(...ids);
          if (makes && ids.length === 0) lost.add(prompt);
          return reply;
        });
        const heard = await callTool({
          type: 'createVideo',
          parameters: {
            operation: 'create',
            model: 'standard',
            prompt: "={{ $fromAI('prompt', '', 'string') }}",
            options: perExecution(maxVideos),
          },
          calls: prompts.map((prompt) => ({ prompt })),
          together,
          settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
        });
        nock.cleanAll();
        expect(heard).toHaveLength(prompts.length);
        // A call whose answer was lost is not sent again, by n8n or by the agent. Calls that are
        // made together know nothing of each other yet.
        if (!together) expect([...sentAfterLoss]).toEqual([]);
        for (const id of told) expect(JSON.stringify(heard)).toContain(id);
        for (const { failed, answer } of heard) {
          expect(failed ?? answer).toBeTruthy();
          if (answer !== undefined) expect(answer).toContain('"paid":"yes"');
        }
        // Tasks that are certain or possible count against the limit, over all calls and tries.
        expect(told.length).toBeLessThanOrEqual(maxVideos);
        expect(service.requests.length).toBeLessThanOrEqual(prompts.length * 3);
      }),
      { numRuns: howMany(40, 80) },
    );
  }, 180_000);
});
