import type { IConnections, INode, INodeParameters, IRun } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callTool } from '../../engine/callTool.ts';
import { fakeService, type Reply, type SentRequest } from '../../engine/fakeService.ts';
import { node, to } from '../../engine/node.ts';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow, type TestRun } from '../../engine/runWorkflow.ts';
import { resumeByRing, resumeByTimer, retry } from '../../engine/sleeping.ts';

const startMs = Date.UTC(2030, 0, 1);

beforeAll(() => nock.disableNetConnect());
beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: startMs }));
afterEach(() => {
  vi.useRealTimers();
  nock.cleanAll();
});

interface Setup extends Partial<Omit<TestRun, 'nodes' | 'connections'>> {
  options?: INodeParameters;
  waiting?: INodeParameters;
  parameters?: INodeParameters;
  settings?: Partial<INode>;
  /** Where the node's outputs lead. */
  outputs?: IConnections[string];
  rows?: Array<Record<string, unknown>>;
}

/** Items -> Make -> After / Failed, with nobody asking in the background. */
function workflow({
  options = {},
  waiting = {},
  parameters = {},
  settings = {},
  outputs = { main: [to('After'), to('Failed')] },
  rows = [{ idea: 'A' }],
  ...more
}: Setup = {}): TestRun {
  return {
    credential: testCredential,
    nodes: [
      node('Items', 'test.items', {
        parameters: { items: rows.map((json) => ({ json })) as never },
      }),
      node('Make', 'n8n-nodes-videogen.createVideo', {
        parameters: {
          operation: 'createAndWait',
          mode: 'textToVideo',
          model: 'standard',
          prompt: '={{ $json.idea }}',
          callback: 'none',
          ...parameters,
          options,
          sending: { busySeconds: 0, concurrency: 1 },
          waiting: { watch: false, ...waiting },
        },
        credentials: { videoGenApi: { id: '1', name: 'test' } },
        ...settings,
      }),
      node('After', 'test.pass'),
      node('Failed', 'test.pass'),
    ],
    connections: { Items: { main: [to('Make')] }, Make: outputs },
    ...more,
  };
}

const goOn = { onError: 'continueErrorOutput' } as const;
const three = [{ idea: 'A' }, { idea: 'B' }, { idea: 'C' }];
const resume = (test: TestRun, run: IRun, afterMs = 70_000) => {
  vi.setSystemTime(Date.now() + afterMs);
  return resumeByTimer(test, run);
};
/** Runs the workflow to its end, waking it by the timer whenever it sleeps. */
async function runToEnd(test: TestRun, start?: IRun): Promise<IRun> {
  let run = start ?? (await runWorkflow(test));
  for (let wakings = 0; run.status === 'waiting' && wakings < 40; wakings++)
    run = await resume(test, run);
  return run;
}
const runsOf = (run: IRun, name: string) => run.data.resultData.runData[name] ?? [];
const itemsIn = (run: IRun, name: string) =>
  runsOf(run, name).flatMap(({ data }) => data?.main?.[0] ?? []);
const jsonIn = (run: IRun, name: string) => itemsIn(run, name).map(({ json }) => json);
type RunError = { message: string; description?: string; context?: Record<string, unknown> };
const errorOf = (run: IRun) => run.data.resultData.error as RunError | undefined;

const promptOf = ({ body }: SentRequest) => (body as { prompt: string }).prompt;
const idOf = ({ path }: SentRequest) => decodeURIComponent(path.split('/').at(-1)!);
const pending: Reply = { status: 200, body: { status: 'pending', progress: 40 } };
const done = (id: string): Reply => ({
  status: 200,
  body: { id, status: 'completed', results: [`https://files.test/${id}.mp4`] },
});
const failed: Reply = { status: 200, body: { status: 'failed', error: 'too dark' } };
const refused: Reply = { status: 422, body: { message: 'not this one' } };
const lost: Reply = { breakWith: 'ECONNRESET' };

/** A service that makes task-A of prompt A, and keeps a book of what it made. */
function service({
  create = () => undefined,
  read = (_, looks) => (looks > 1 ? undefined : pending),
}: {
  /** The answer to a create request that makes no task, or loses it. */
  create?: (prompt: string, nth: number) => Reply | undefined;
  /** The answer to the n-th look at a task (from 1); it is finished by default. */
  read?: (id: string, looks: number) => Reply | undefined;
} = {}) {
  const made: string[] = [];
  const sent = new Map<string, number>();
  const looks = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key)!;
  };
  const fake = fakeService((request) => {
    if (request.method === 'POST') {
      const prompt = promptOf(request);
      const answer = create(prompt, count(sent, prompt));
      if (answer === undefined || answer === lost) made.push(prompt);
      return answer ?? { status: 200, body: { id: `task-${prompt}`, status: 'pending' } };
    }
    const id = idOf(request);
    return read(id, count(looks, id)) ?? done(id);
  });
  return {
    ...fake,
    /** Prompts of the tasks that were made, in order. */
    made,
    get created() {
      return fake.requests.filter(({ method }) => method === 'POST').length;
    },
    get asked() {
      return fake.requests.filter(({ method }) => method === 'GET').map(idOf);
    },
  };
}

describe('CreateVideo, Create and Wait', () => {
  it('creates the videos, sleeps without a look, and gives the finished tasks', async () => {
    const book = service();
    const test = workflow({ rows: three });
    const asleep = await runWorkflow(test);
    expect(asleep.status).toBe('waiting');
    expect(book.made).toEqual(['A', 'B', 'C']);
    expect(book.asked).toEqual([]);
    expect(jsonIn(asleep, 'After')).toEqual([]);

    const run = await runToEnd(test, asleep);
    expect(errorOf(run)).toBeUndefined();
    expect(run.status).toBe('success');
    expect(book.made).toEqual(['A', 'B', 'C']);
    expect(jsonIn(run, 'After')).toEqual(
      ['A', 'B', 'C'].map((prompt) => ({
        id: `task-${prompt}`,
        status: 'completed',
        results: [`https://files.test/task-${prompt}.mp4`],
        videoUrl: `https://files.test/task-${prompt}.mp4`,
        paid: 'yes',
        outcome: 'completed',
        timedOut: false,
        polls: 2,
        waitedSeconds: 140,
      })),
    );
    expect(itemsIn(run, 'After').map(({ pairedItem }) => pairedItem)).toEqual([
      { item: 0 },
      { item: 1 },
      { item: 2 },
    ]);
    expect(runsOf(run, 'Make')).toHaveLength(1);
    book.verify();
  });

  it('shows the new tasks while it sleeps, with their labels', async () => {
    service();
    const run = await runWorkflow(workflow({ options: { orderLabel: 'order 7' } }));
    expect(runsOf(run, 'Make')[0]!.data!.main![0]![0]!.json).toMatchObject({
      id: 'task-A',
      status: 'pending',
      label: 'order 7',
      looks: 0,
    });
  });

  it('gives the label with the result, with the error, and with each row of a stop', async () => {
    const options = { orderLabel: '={{ "order " + $json.idea }}' };
    const read = (id: string) => (id === 'task-B' ? failed : undefined);
    service({ read });
    const test = workflow({ rows: three, options, settings: goOn });
    const run = await runToEnd(test);
    expect(jsonIn(run, 'After').map(({ label }) => label)).toEqual(['order A', 'order C']);
    expect(jsonIn(run, 'Failed')[0]).toMatchObject({
      error: 'Task task-B failed: too dark',
      details: { label: 'order B', taskId: 'task-B', reason: 'failed' },
    });

    nock.cleanAll();
    service({ read });
    const stopped = errorOf(await runToEnd(workflow({ rows: three, options })));
    expect(stopped?.message).toBe('Task task-B failed: too dark');
    expect(stopped?.context).toMatchObject({
      label: 'order B',
      rows: [{ label: 'order A' }, { label: 'order B' }, { label: 'order C' }],
    });
  });

  it('downloads the videos when it is told to', async () => {
    service();
    nock('https://files.test').get('/task-A.mp4').reply(200, Buffer.alloc(2_000, 7), {
      'content-type': 'video/mp4',
    });
    const parameters = { download: true, binaryField: 'movie' };
    const run = await runToEnd(workflow({ parameters }));
    expect(itemsIn(run, 'After')[0]!.binary).toMatchObject({ movie: { mimeType: 'video/mp4' } });
  });

  it('does not wait for items that are only shown', async () => {
    const book = service();
    const rows = [{ idea: 'A', only: true }, { idea: 'B' }];
    const options = { preview: '={{ $json.only ?? false }}' };
    const run = await runToEnd(workflow({ rows, options }));
    expect(jsonIn(run, 'After')).toEqual([
      expect.objectContaining({ preview: true, paid: 'no' }),
      expect.objectContaining({ id: 'task-B', outcome: 'completed' }),
    ]);
    expect(book.made).toEqual(['B']);

    const shown = await runWorkflow(workflow({ rows, options: { preview: true } }));
    expect(shown.status).toBe('success');
    expect(jsonIn(shown, 'After').map(({ preview }) => preview)).toEqual([true, true]);
    expect(book.made).toEqual(['B']);
  });

  it('passes the link of each item on to where it came from', async () => {
    service();
    const test = workflow({ rows: three, outputs: { main: [to('Linked')] } });
    const value = "={{ $('Items').item.json.idea }}";
    test.nodes.push(node('Linked', 'test.set', { parameters: { value } }));
    const run = await runToEnd(test);
    expect(jsonIn(run, 'Linked').map((json) => json.value)).toEqual(['A', 'B', 'C']);
  });

  it('stays awake on demand, and for an agent, and waits there', async () => {
    vi.useRealTimers();
    const book = service();
    const waiting = { intervalSeconds: 1, followProgress: false };
    const run = await runWorkflow(workflow({ waiting: { ...waiting, stayAwake: true } }));
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After')).toEqual([expect.objectContaining({ outcome: 'completed' })]);

    const heard = await callTool({
      type: 'createVideo',
      parameters: {
        operation: 'createAndWait',
        mode: 'textToVideo',
        model: 'standard',
        prompt: "={{ $fromAI('prompt', '', 'string') }}",
        callback: 'none',
        waiting,
      },
      calls: [{ prompt: 'B' }, { prompt: 'C' }],
      together: true,
    });
    expect(heard.map(({ answer }) => answer)).toEqual([
      expect.stringContaining('"id":"task-B"'),
      expect.stringContaining('"id":"task-C"'),
    ]);
    expect(heard[0]!.answer).toContain('https://files.test/task-B.mp4');
    expect(book.made.toSorted()).toEqual(['A', 'B', 'C']);
  });

  it('is woken by the service’s callback', async () => {
    const book = service({ read: () => undefined });
    const test = workflow({ parameters: { callback: 'resumeExecution' } });
    const asleep = await runWorkflow(test);
    const [{ body }] = book.requests as [SentRequest];
    expect((body as { callback_url: string }).callback_url).toMatch(/\/videogen-callback/);
    const { run } = await resumeByRing(test, asleep, { id: 'task-A', status: 'completed' });
    expect(run!.status).toBe('success');
    expect(jsonIn(run!, 'After')).toEqual([expect.objectContaining({ id: 'task-A' })]);
    expect(book.made).toEqual(['A']);
  });
});

describe('what is checked before anything is paid for', () => {
  it.each([
    [{ options: { onTimeout: 'perhaps' } }, /^When Time Runs Out must be one of/],
    [{ waiting: { stayAwake: 'perhaps' } }, /^Stay in This Execution must be true or false/],
    [{ waiting: { intervalSeconds: 0 } }, /^Check Every must be a number from 1/],
    [{ options: { otherFinalStatuses: 'failed' } }, /^Other Final Statuses holds "failed"/],
    [{ parameters: { timeLimitMinutes: -1 } }, /^Time Limit must be a number from 0/],
    [{ parameters: { timeLimitMinutes: '={{ $json.limit }}' } }, /^Time Limit must be a number/],
    [{ parameters: { download: 'perhaps' } }, /^Download Video must be true or false/],
    [{ parameters: { download: true, binaryField: ' ' } }, /^Put Output File in Field must be/],
    [{ parameters: { operation: 'make' } }, /^Operation must be one of "create", "createAndWait"/],
    [
      { parameters: { download: '={{ $json.idea === "B" }}' } },
      /^Download Video counts for the whole run, but row 2 has another value than row 1\./,
    ],
  ] as Array<[Setup, RegExp]>)('is how to wait: %o', async (setup, message) => {
    const book = service();
    const error = errorOf(await runWorkflow(workflow({ rows: three, ...setup })));
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(/nothing was charged/i);
    expect(book.requests).toEqual([]);
  });

  it('is told for each row where the node goes on', async () => {
    const book = service();
    const options = { onTimeout: 'perhaps', orderLabel: '={{ $json.idea }}' };
    const run = await runWorkflow(workflow({ rows: three, settings: goOn, options }));
    expect(jsonIn(run, 'Failed')).toHaveLength(3);
    for (const { details } of jsonIn(run, 'Failed'))
      expect(details).toMatchObject({ paid: 'no', reason: 'invalidInput' });
    expect(book.requests).toEqual([]);
  });

  it('holds back only the rows that are wrong themselves, where the node goes on', async () => {
    const book = service();
    const parameters = { timeLimitMinutes: '={{ $json.limit ?? 30 }}' };
    const rows = [
      { idea: 'A', limit: 'soon' },
      { idea: 'B' },
      { idea: '' },
      { idea: 'D', name: 'x' },
      { idea: 'E' },
    ];
    const options = { orderLabel: '={{ $json.name ? $("Nowhere").item.json.x : $json.idea }}' };
    const run = await runToEnd(workflow({ rows, parameters, options, settings: goOn }));
    expect(book.made).toEqual(['B', 'E']);
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-B', 'task-E']);
    expect(jsonIn(run, 'Failed').map(({ error }) => error)).toEqual([
      expect.stringMatching(/^Time Limit must be a number/),
      expect.stringMatching(/^Prompt is empty/),
      expect.any(String),
    ]);
    for (const { details } of jsonIn(run, 'Failed')) expect(details).toMatchObject({ paid: 'no' });
  });

  it('gives each row the time limit that it asks for', async () => {
    service({ read: (id) => (id === 'task-A' ? pending : undefined) });
    const parameters = { timeLimitMinutes: '={{ $json.limit }}' };
    const rows = [
      { idea: 'A', limit: 2 },
      { idea: 'B', limit: 60 },
    ];
    const run = await runToEnd(workflow({ rows, parameters, settings: goOn }));
    expect(jsonIn(run, 'Failed')[0]).toMatchObject({
      error: 'Task task-A was not finished within 2 minutes: its status was "pending" at 40 %',
    });
  });
});

describe('a video is paid for once', () => {
  it('when the node is woken many times, whatever its expressions come to then', async () => {
    const book = service({ read: (_, looks) => (looks > 6 ? undefined : pending) });
    const parameters = { prompt: '={{ $json.idea + Math.random() }}' };
    const run = await runToEnd(workflow({ rows: three, parameters }));
    expect(run.status).toBe('success');
    expect(book.created).toBe(3);
  });

  it('when items go as they come, although n8n counts each time as a run', async () => {
    const looksUntil: Record<string, number> = { 'task-A': 4, 'task-B': 1, 'task-C': 2 };
    const book = service({ read: (id, looks) => (looks > looksUntil[id]! ? undefined : pending) });
    const test = workflow({ rows: three, options: { release: 'asTheyCome' } });
    const run = await runToEnd(test);
    expect(run.status).toBe('success');
    expect(runsOf(run, 'Make').length).toBeGreaterThan(1);
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-B', 'task-C', 'task-A']);
    expect(book.made).toEqual(['A', 'B', 'C']);
  });

  it('when rows that were refused, or whose fate nobody knows, wait beside it', async () => {
    const book = service({
      create: (prompt) => ({ A: refused, B: lost })[prompt],
      read: (_, looks) => (looks > 3 ? undefined : pending),
    });
    const rows = [...three, { idea: 'D' }];
    const run = await runToEnd(workflow({ rows, settings: goOn }));
    expect(book.created).toBe(4);
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-C', 'task-D']);
    expect(jsonIn(run, 'Failed').map(({ details }) => details)).toEqual([
      expect.objectContaining({ paid: 'no', reason: 'refused' }),
      expect.objectContaining({ paid: 'unknown', reason: 'noAnswer' }),
    ]);
  });

  it('when a video failed in the end and Retry On Fail runs the node again', async () => {
    const book = service({ read: (id) => (id === 'task-B' ? failed : undefined) });
    const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
    const run = await runToEnd(workflow({ rows: three, settings }));
    expect(errorOf(run)?.message).toBe('Task task-B failed: too dark');
    expect(errorOf(run)?.description).toMatch(/row 1, task task-A, finished \(https:.*row 3, task/);
    expect(book.created).toBe(3);
  });

  it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
    'when its row is the first, has failed in the end, and n8n tries again: %s',
    async (onError) => {
      for (const release of ['together', 'asTheyCome']) {
        const book = service({ read: (id) => (id === 'task-A' ? failed : undefined) });
        const settings = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
        const run = await runToEnd(workflow({ rows: three, settings, options: { release } }));
        expect(run.status).toBe('success');
        expect(book.created).toBe(3);
        expect(jsonIn(run, 'After').map(({ id }) => id)).toContain('task-B');
        nock.cleanAll();
      }
    },
  );

  it('when Retry On Fail sends again what certainly was not taken', async () => {
    const book = service({
      create: (prompt, nth) => (prompt === 'B' && nth < 3 ? refused : undefined),
    });
    const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
    const run = await runToEnd(workflow({ rows: three, settings }));
    expect(run.status).toBe('success');
    expect(book.made).toEqual(['A', 'B', 'C']);
    expect(book.created).toBe(5);
    expect(jsonIn(run, 'After')).toHaveLength(3);
  });

  it('when the first row was refused, and n8n tries again after the others are finished', async () => {
    const book = service({
      create: (prompt, nth) => (prompt === 'A' && nth < 2 ? refused : undefined),
    });
    const settings = { ...goOn, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
    const run = await runToEnd(workflow({ rows: three, settings }));
    expect(run.status).toBe('success');
    expect(book.made.toSorted()).toEqual(['A', 'B', 'C']);
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-A', 'task-B', 'task-C']);
  });

  it('when the execution crashed awake and a person retries it', async () => {
    const book = service({ read: (_, looks) => (looks > 2 ? undefined : pending) });
    const test = workflow({ rows: three, settings: goOn });
    const asleep = await runWorkflow(test);
    const retried = await retry(test, asleep, { loadWorkflow: false });
    expect(retried.status).toBe('waiting');
    const run = await runToEnd({ ...test, executionId: 'retried' }, retried);
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-A', 'task-B', 'task-C']);
    expect(book.made).toEqual(['A', 'B', 'C']);
  });

  it('when the retry takes the workflow as it is saved now, and n8n skips the node', async () => {
    const book = service();
    const test = workflow({ rows: three });
    const run = await retry(test, await runWorkflow(test), { loadWorkflow: true });
    expect(jsonIn(run, 'After').map(({ error }) => error)).toEqual(
      Array(3).fill(expect.stringContaining('choose "Retry with original workflow"')),
    );
    expect(book.made).toEqual(['A', 'B', 'C']);
  });

  it('when n8n has forgotten what the node created before it slept', async () => {
    const book = service();
    const test = workflow();
    const asleep = await runWorkflow(test);
    asleep.data.executionData!.contextData = {};
    const run = await resume(test, asleep);
    expect(errorOf(run)?.message).toBe('n8n woke this node, but not what it had created before');
    expect(errorOf(run)?.description).toMatch(/^The videos may have been created and charged\./);
    expect(book.made).toEqual(['A']);
  });
});

describe('an order that is new is sent', () => {
  it('in each round of a loop, and none twice', async () => {
    const book = service({ read: (_, looks) => (looks % 2 === 0 ? undefined : pending) });
    for (const release of ['together', 'asTheyCome']) {
      const test = workflow({ rows: three, options: { release } });
      test.nodes.push(node('Again', 'test.again', { parameters: { passes: 1 } }));
      test.nodes.find(({ name }) => name === 'Again')!.parameters = {
        passes: release === 'together' ? 3 : 1,
      };
      test.connections = {
        ...test.connections,
        Make: { main: [to('Again')] },
        Again: { main: [to('Make'), to('After')] },
      };
      // The loop passes the finished tasks on, which have no idea; each round makes its own.
      test.nodes[1]!.parameters.prompt = '={{ $json.idea ?? $json.id }}';
      const run = await runToEnd(test);
      expect(errorOf(run)).toBeUndefined();
      expect(run.status).toBe('success');
      if (release === 'together') {
        expect(book.made).toHaveLength(9);
        expect(new Set(book.made).size).toBe(9);
        expect(jsonIn(run, 'After')).toHaveLength(3);
      }
    }
  });

  it('by a second run of the workflow', async () => {
    const book = service();
    const test = workflow();
    await runToEnd(test);
    await runToEnd({ ...test, executionId: '2' });
    expect(book.made).toEqual(['A', 'A']);
  });
});

describe('nothing paid for is lost', () => {
  it('when a row fails and the node stops: the others are named, and nobody waits', async () => {
    const book = service({ create: (prompt) => (prompt === 'C' ? refused : undefined) });
    const error = errorOf(await runWorkflow(workflow({ rows: three })));
    expect(error?.message).toBe('Row 3: The service refused the request (HTTP 422)');
    expect(error?.description).toContain(
      'Created and charged: row 1 (task-A), row 2 (task-B). Retry On Fail keeps these and doesn’t pay for them again; Wait for Video gets their videos by these IDs.',
    );
    expect(book.asked).toEqual([]);
  });

  it.each([{}, goOn])('when an answer broke off behind the id: %o', async (settings) => {
    const broken: Reply = { status: 200, body: '{"id":"task-A","sta' };
    const book = service({ create: (prompt) => (prompt === 'A' ? broken : undefined) });
    const run = await runToEnd(workflow({ rows: three, settings }));
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-A', 'task-B', 'task-C']);
    expect(book.created).toBe(3);
  });

  it('when the credential cannot be used any more on waking', async () => {
    for (const settings of [{}, goOn]) {
      const book = service();
      const test = workflow({
        rows: three,
        settings,
        options: { orderLabel: '={{ $json.idea }}' },
      });
      const asleep = await runWorkflow(test);
      test.credential = { ...testCredential, apiKey: '' };
      const run = await resume(test, asleep);
      const words = JSON.stringify([run.data.resultData, errorOf(run)?.description]);
      for (const id of ['task-A', 'task-B', 'task-C']) expect(words).toContain(id);
      if (settings === goOn)
        expect(jsonIn(run, 'Failed').map(({ details }) => details)).toEqual(
          ['A', 'B', 'C'].map((label) =>
            expect.objectContaining({ paid: 'yes', taskId: `task-${label}`, label }),
          ),
        );
      else
        expect(errorOf(run)?.context).toMatchObject({
          rows: ['A', 'B', 'C'].map((label) => ({ label, paid: 'yes', taskId: `task-${label}` })),
        });
      expect(words).not.toContain('othing was charged');
      expect(book.made).toEqual(['A', 'B', 'C']);
      nock.cleanAll();
    }
  });

  it('when an expression of the wait comes to nonsense on waking', async () => {
    const book = service();
    const parameters = { timeLimitMinutes: 30, download: '={{ $json.off ?? false }}' };
    const test = workflow({ parameters });
    const asleep = await runWorkflow(test);
    const entry = asleep.data.executionData!.nodeExecutionStack.at(-1)!;
    entry.data.main![0]![0]!.json.off = 'perhaps';
    const error = errorOf(await resume(test, asleep));
    expect(error?.message).toMatch(
      /^Task task-A was created, but it can’t be waited for: Download Video must be true or false/,
    );
    expect(error?.context).toMatchObject({ taskId: 'task-A', paid: 'yes' });
    expect(book.made).toEqual(['A']);
  });

  it('when the key of one row is wrong from the start', async () => {
    const book = service();
    const credential = { ...testCredential, apiKey: '={{ $json.key }}' };
    const rows = [
      { idea: 'A', key: '' },
      { idea: 'B', key: 'key-of-account-b' },
    ];
    const run = await runToEnd(workflow({ rows, credential, settings: goOn }));
    expect(book.made).toEqual(['B']);
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-B']);
    expect(jsonIn(run, 'Failed')[0]).toMatchObject({ details: { paid: 'no' } });
  });

  it('when rows belong to several accounts: each is asked for with its own key', async () => {
    vi.useRealTimers();
    const book = service();
    const credential = { ...testCredential, apiKey: '={{ $json.key }}' };
    const rows = [
      { idea: 'A', key: 'key-of-account-a' },
      { idea: 'B', key: 'key-of-account-b' },
    ];
    const waiting = { intervalSeconds: 1, followProgress: false };
    const run = await runWorkflow(workflow({ rows, credential, waiting }));
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-A', 'task-B']);
    const keyOf = (wanted: string) =>
      book.requests.find(({ path }) => path.endsWith(wanted))!.headers.authorization;
    expect([keyOf('task-A'), keyOf('task-B')]).toEqual([
      'Bearer key-of-account-a',
      'Bearer key-of-account-b',
    ]);
    expect(runsOf(run, 'Make')[0]!.hints).toEqual([
      expect.objectContaining({ message: expect.stringContaining('several accounts') }),
    ]);
  });

  it('when the task is not finished in time, or cannot be read: it is paid for', async () => {
    const book = service({ read: () => ({ status: 503, body: 'down' }) });
    const parameters = { timeLimitMinutes: 2 };
    const run = await runToEnd(workflow({ parameters, settings: goOn }));
    const [json] = jsonIn(run, 'Failed');
    expect(json).toMatchObject({
      details: { taskId: 'task-A', paid: 'yes', reason: 'timedOut' },
      message: expect.stringContaining('Run Wait for Video with this task ID'),
    });
    expect(JSON.stringify(json)).not.toContain('this node again');
    expect(book.created).toBe(1);
  });

  it('counts its videos once against the limit, over all wakings', async () => {
    const book = service({ read: (_, looks) => (looks > 4 ? undefined : pending) });
    const run = await runToEnd(workflow({ rows: three, options: { maxVideos: 3 } }));
    expect(run.status).toBe('success');
    expect(book.created).toBe(3);

    const rows = [...three, { idea: 'D' }];
    const error = errorOf(await runToEnd(workflow({ rows, options: { maxVideos: 3 } })));
    expect(error?.message).toBe('This would create 4 videos, but the limit is 3 per execution.');
    expect(book.created).toBe(3);
  });

  it('keeps secrets out of what it stores and shows', async () => {
    fakeService(({ method, path }) => {
      if (method === 'POST')
        return {
          status: 200,
          body: { id: 'task-A', status: 'pending', echo: `Bearer ${testCredential.apiKey}` },
        };
      return done(path.split('/').at(-1)!);
    });
    const test = workflow();
    const asleep = await runWorkflow(test);
    expect(JSON.stringify(asleep.data.resultData)).not.toContain(testCredential.apiKey);
  });
});
