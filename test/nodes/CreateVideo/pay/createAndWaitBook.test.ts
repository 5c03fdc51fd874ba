import fc from 'fast-check';
import type { INode, INodeExecutionData, IRun } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeService, type Reply } from '../../../engine/fakeService.ts';
import { node, to } from '../../../engine/node.ts';
import { testCredential } from '../../../engine/runNode.ts';
import { newExecutionId, runWorkflow, type TestRun } from '../../../engine/runWorkflow.ts';
import {
  forgetEarlierTimers,
  resumeByCall,
  resumeByTimer,
  retry,
  timerMsOf,
} from '../../../engine/sleeping.ts';
import { howMany } from '../../../thorough.ts';
import { havePatience } from '../../../engine/patience.ts';
import { keepUnwatched } from '../../../engine/unwatched.ts';

havePatience({ busyMs: 0, rowsAtOnce: 1 });
keepUnwatched();

beforeAll(() => nock.disableNetConnect());
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) }));
afterEach(() => {
  vi.useRealTimers();
  nock.cleanAll();
});

/** What the service does with a create request. */
const fates = {
  made: { makes: true, reply: (id: string) => ({ status: 200, body: { id, status: 'pending' } }) },
  refused: { makes: false, reply: () => ({ status: 422, body: { message: 'not this one' } }) },
  lost: { makes: true, reply: () => ({ breakWith: 'ECONNRESET' }) },
  broken: { makes: true, reply: (id: string) => ({ status: 200, body: `{"id":"${id}","sta` }) },
  unnamed: { makes: true, reply: () => ({ status: 200, body: { status: 'pending' } }) },
} satisfies Record<string, { makes: boolean; reply: (id: string) => Reply }>;
type Fate = keyof typeof fates;

/** What becomes of a task that was made. */
const ends = ['completed', 'failed', 'neverEnds', 'forgotten'] as const;

/** What happens to an execution that is asleep. */
const events = ['timer', 'ring', 'ring', 'killedAwake', 'crashedAndRetried'] as const;

const settings: Array<Partial<INode>> = [
  {},
  { onError: 'continueRegularOutput' },
  { onError: 'continueErrorOutput' },
];

const story = fc.record({
  rows: fc.array(
    fc.record({
      fates: fc.array(
        fc.oneof(
          { arbitrary: fc.constant<Fate>('made'), weight: 4 },
          { arbitrary: fc.constantFrom(...(Object.keys(fates) as Fate[])), weight: 3 },
        ),
        { minLength: 2, maxLength: 2 },
      ),
      end: fc.oneof(
        { arbitrary: fc.constant<(typeof ends)[number]>('completed'), weight: 3 },
        { arbitrary: fc.constantFrom(...ends), weight: 2 },
      ),
      looks: fc.integer({ min: 1, max: 4 }),
      isPreview: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  onError: fc.constantFrom(...settings),
  retryOnFail: fc.boolean(),
  maxVideos: fc.constantFrom(undefined, undefined, 2),
  events: fc.array(fc.constantFrom(...events), { minLength: 3, maxLength: 10 }),
});

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

function workflowOf(test: Story): TestRun {
  const rows = test.rows.map(({ isPreview }, row) => ({ json: { row, isPreview } }));
  return {
    credential: testCredential,
    nodes: [
      node('Items', 'test.items', { parameters: { items: rows as never } }),
      node('Make', 'n8n-nodes-videogen.createVideo', {
        parameters: {
          operation: 'createAndWait',
          mode: 'textToVideo',
          model: 'standard',
          // Another text at each visit: what was asked for must be told by the row alone.
          prompt: '={{ "row " + $json.row + " of visit " + $runIndex + " " + Math.random() }}',
          download: false,
          options: {
            output: 'everything',
            keepInput: false,
            timeLimitMinutes: 10,
            callbackUrl: 'https://hooks.test/done',
            orderLabel: '={{ "label " + $json.row }}',
            preview: '={{ $json.isPreview }}',
            ...(test.maxVideos !== undefined && {
              spendingLimit: { limit: { videos: test.maxVideos, per: 'execution' } },
            }),
          },
        },
        credentials: { videoGenApi: { id: '1', name: 'test' } },
        ...test.onError,
        retryOnFail: test.retryOnFail,
        maxTries: 3,
        waitBetweenTries: 1,
      }),
      node('After', 'test.pass'),
      node('Failed', 'test.pass'),
    ],
    connections: {
      Items: { main: [to('Make')] },
      Make: { main: [to('After'), to('Failed')] },
    },
  };
}

const itemsIn = (run: IRun, name: string): INodeExecutionData[] =>
  (run.data.resultData.runData[name] ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);

/** The row that an item is about, by its label; one that is only shown has the request. */
function rowOf({ json }: INodeExecutionData): number {
  const { label } = { ...json, ...(json.details as object) } as { label?: string };
  const { prompt } = (json.request ?? {}) as { prompt?: string };
  return Number(/\d+/.exec(label ?? prompt ?? '')?.[0] ?? NaN);
}

describe('Create and Wait, whatever happens to n8n', () => {
  it('creates no video twice, loses none, and says of each what is true', async () => {
    const numRuns = howMany(60, 300);
    const counts = { kills: 0, delivered: 0 };
    await fc.assert(
      fc.asyncProperty(story, async (test) => {
        vi.setSystemTime(Date.UTC(2030, 0, 1));
        /** Tasks of each row, as the service's own book has them. */
        const book = test.rows.map((): string[] => []);
        const told = new Set<string>();
        const sends = test.rows.map(() => 0);
        const looks = new Map<string, number>();
        fakeService(({ method, path, body }) => {
          if (method === 'POST') {
            const row = Number(/^row (\d+)/.exec((body as { prompt: string }).prompt)![1]);
            const { fates: plan } = test.rows[row]!;
            const fate = plan[Math.min(sends[row]!++, plan.length - 1)]!;
            const id = `task_${row}_${book[row]!.length}`;
            const { makes, reply } = fates[fate];
            if (makes) book[row]!.push(id);
            if (fate === 'made' || fate === 'broken') told.add(id);
            return reply(id) as Reply;
          }
          const id = path.split('/').at(-1)!;
          const nth = (looks.get(id) ?? 0) + 1;
          looks.set(id, nth);
          const { end, looks: needed } = test.rows[Number(id.split('_')[1])]!;
          if (end === 'forgotten') return { status: 404, body: {} };
          if (nth < needed || end === 'neverEnds')
            return { status: 200, body: { status: 'pending' } };
          return {
            status: 200,
            body: { status: end, results: end === 'completed' ? [`https://files.test/${id}`] : [] },
          };
        });

        let current = workflowOf(test);
        let run = await runWorkflow(current);
        let next = 0;
        for (let turns = 0; run.status === 'waiting' && turns < 60; turns++) {
          const event = test.events[next++] ?? 'timer';
          forgetEarlierTimers(run);
          vi.setSystemTime(event === 'ring' ? Date.now() + 7_000 : timerMsOf(run));
          if (event === 'ring') {
            run = (await resumeByCall(current, run, { id: [...told][0] })).run ?? run;
          } else if (event === 'killedAwake') {
            // The waking is lost: n8n knows what it knew before.
            counts.kills += 1;
            await resumeByTimer(current, structuredClone(run));
            run = await retry(current, run, { loadWorkflow: false });
            current = { ...current, executionId: newExecutionId() };
          } else if (event === 'crashedAndRetried') {
            counts.kills += 1;
            run = await retry(current, run, { loadWorkflow: false });
            current = { ...current, executionId: newExecutionId() };
          } else run = await resumeByTimer(current, run);
        }
        nock.cleanAll();

        const { error } = run.data.resultData as {
          error?: { message: string; description?: string; context?: object };
        };
        const all = JSON.stringify([
          run.data.resultData,
          error?.message,
          error?.description,
          error?.context,
        ]);
        expect(run.status).not.toBe('waiting');
        test.rows.forEach((_, row) => {
          const tasks = book[row]!;
          expect(tasks.length, `row ${row} was paid ${tasks.length} times`).toBeLessThanOrEqual(1);
        });
        for (const id of told) expect(all, 'an id that is lost').toContain(id);
        if (test.maxVideos !== undefined && !test.retryOnFail)
          expect(book.flat().length).toBeLessThanOrEqual(test.maxVideos);

        if (error) {
          const words = `${error.message} ${error.description}`;
          if (words.includes('Nothing was charged')) expect(book.flat()).toEqual([]);
          const { rows = [] } = error.context as { rows?: Array<{ row: number; paid: string }> };
          for (const { row, paid } of rows) {
            const count = book[row - 1]!.length;
            if (paid === 'no') expect(count, words).toBe(0);
            if (paid === 'yes') expect(count, words).toBeGreaterThan(0);
          }
          return;
        }
        const items = [...itemsIn(run, 'After'), ...itemsIn(run, 'Failed')];
        expect(items.map(rowOf).toSorted()).toEqual([...test.rows.keys()]);
        for (const item of items) {
          const { json } = item;
          const row = rowOf(item);
          const details = (json.details ?? {}) as { paid?: string };
          const paid = json.paid ?? details.paid;
          const count = book[row]!.length;
          const text = JSON.stringify(json);
          expect(['yes', 'no', 'unknown']).toContain(paid);
          if (paid === 'no') expect(count, text).toBe(0);
          if (paid === 'yes') expect(count, text).toBeGreaterThan(0);
          if (json.outcome === 'completed') counts.delivered += 1;
          // A row whose task has a video gets it.
          const [task] = book[row]!;
          if (task !== undefined && told.has(task) && test.rows[row]!.end === 'completed')
            expect(text).toContain(`https://files.test/${task}`);
        }
      }),
      { numRuns },
    );
    expect(counts.kills).toBeGreaterThan(numRuns / 6);
    expect(counts.delivered).toBeGreaterThan(numRuns / 3);
  }, 240_000);
});
