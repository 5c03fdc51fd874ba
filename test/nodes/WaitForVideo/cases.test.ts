import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { runNode, testCredential, type NodeRun } from '../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const key = testCredential.apiKey;
const task = (body: object): Reply => ({ status: 200, body });
const idOf = (path: string) => decodeURIComponent(path.split('/').at(-1)!);
const done = (path: string): Reply =>
  task({ status: 'completed', results: [`https://files.test/${idOf(path)}.mp4`] });

interface Case {
  title: string;
  /** The input, one per row; a row with a video of its own must not look like a result. */
  rows?: object[];
  parameters?: object;
  more?: Partial<NodeRun>;
  reply?: (path: string, nth: number) => Reply;
  requests: number;
  /** What the person reads of the first row that has a problem, and where it must be absent. */
  message: string | RegExp;
  /** Rows (from 1) that leave by the success branch when the error output is on. */
  good?: number[];
  paid?: string;
}

const oneRow = [{ id: 'a', videoUrl: 'https://files.test/mine.mp4' }];
const option = (name: string, value: unknown): Partial<Case> => ({
  parameters: { options: { [name]: value } },
  requests: 0,
});
const shown = { paid: 'unknown', requests: 3 };

const cases: Case[] = [
  // Numbers, switches and choices
  {
    title: 'Time Limit empty',
    parameters: { timeLimitMinutes: '' },
    requests: 0,
    message: 'Time Limit (Minutes) must be a number from 0 to 525600, but it is empty.',
  },
  {
    title: 'Time Limit beyond a year',
    parameters: { timeLimitMinutes: 1e9 },
    requests: 0,
    message: 'Time Limit (Minutes) must be a number from 0 to 525600, but it is 1000000000.',
  },
  {
    title: 'Time Limit not a number',
    parameters: { timeLimitMinutes: '={{ NaN }}' },
    requests: 0,
    message:
      'Row 1: Time Limit (Minutes) must be a number from 0 to 525600, but it is not a number.',
  },
  {
    title: 'Time Limit of one row',
    rows: [
      { id: 'a', limit: 1 },
      { id: 'b', limit: 'long' },
    ],
    parameters: { timeLimitMinutes: '={{ $json.limit }}' },
    requests: 0,
    good: [1],
    message: 'Row 2: Time Limit (Minutes) must be a number from 0 to 525600, but it is "long".',
  },
  {
    title: 'Check Every 0',
    ...option('intervalSeconds', 0),
    requests: 0,
    message: 'Check Every (Seconds) must be a number from 1 to 86400, but it is 0.',
  },
  {
    title: 'Check Every empty',
    ...option('intervalSeconds', ''),
    requests: 0,
    message: 'Check Every (Seconds) must be a number from 1 to 86400, but it is empty.',
  },
  {
    title: 'Check Every beyond a timer',
    ...option('intervalSeconds', 1e7),
    requests: 0,
    message: 'Check Every (Seconds) must be a number from 1 to 86400, but it is 10000000.',
  },
  {
    title: 'Requests at Once 2.5',
    ...option('concurrency', 2.5),
    requests: 0,
    message: 'Requests at Once must be a whole number from 1 to 1000, but it is 2.5.',
  },
  {
    title: 'Requests at Once undefined',
    ...option('concurrency', '={{ $json.nothing }}'),
    requests: 0,
    message: 'Requests at Once must be a whole number from 1 to 1000, but it is empty.',
  },
  {
    title: 'Follow the Progress "maybe"',
    ...option('followProgress', 'maybe'),
    requests: 0,
    message: 'Follow the Progress must be true or false, but it is "maybe".',
  },
  {
    title: 'When a Task Fails "Output"',
    ...option('onTaskFailure', 'Output'),
    requests: 0,
    message: 'When a Task Fails must be one of "fail", "output", but it is "Output".',
  },
  {
    title: 'When Time Runs Out empty',
    ...option('onTimeout', ''),
    requests: 0,
    message: 'When Time Runs Out must be one of "fail", "output", but it is empty.',
  },
  {
    title: 'Download Video "yes"',
    parameters: { download: '={{ "yes" }}' },
    requests: 0,
    message: 'Download Video must be true or false, but it is "yes".',
  },
  {
    title: 'Put Output File in Field empty',
    parameters: { download: true, binaryField: ' ' },
    requests: 0,
    message: 'Put Output File in Field must be the name of a field, but it is " ".',
  },
  {
    title: 'Largest File 0',
    parameters: { download: true, options: { maxFileMegabytes: 0 } },
    requests: 0,
    message: 'Largest File (MB) must be a number from 1 to 1000000, but it is 0.',
  },
  {
    title: 'two fields at once',
    parameters: { timeLimitMinutes: -1, options: { concurrency: 0, intervalSeconds: null } },
    requests: 0,
    message: /^Time Limit .* -1\. Check Every .* empty\. Requests at Once .* 0\.$/,
  },
  {
    title: 'a field and a row at once',
    rows: [{ id: 'a' }, {}],
    parameters: { options: { concurrency: 0 } },
    requests: 0,
    message:
      'Requests at Once must be a whole number from 1 to 1000, but it is 0. Row 2: Task ID is empty.',
  },
  {
    title: 'an option that differs between rows',
    rows: [
      { id: 'a', n: 5 },
      { id: 'b', n: 5 },
      { id: 'c', n: 6 },
    ],
    parameters: { options: { intervalSeconds: '={{ $json.n }}' } },
    requests: 0,
    message:
      'Check Every (Seconds) must be the same for all rows, but row 3 has another value than row 1.',
  },
  {
    title: 'Other Final Statuses "completed"',
    ...option('otherFinalStatuses', 'Completed'),
    requests: 0,
    message:
      'Other Final Statuses holds "Completed", which this node knows already. List only other statuses, such as "canceled".',
  },
  {
    title: 'Other Final Statuses as an array',
    parameters: { options: { otherFinalStatuses: '={{ ["gone", "canceled"] }}' } },
    reply: () => task({ status: 'Canceled' }),
    requests: 1,
    message: 'Task a ended with status "Canceled"',
  },
  // Ids
  {
    title: 'id 2^53 + a lot',
    rows: [{ id: 12345678901234567890 }],
    requests: 0,
    message:
      'Row 1: Task ID is the number 12345678901234567000, which is too large to be exact. Pass the ID as text.',
  },
  {
    title: 'id with half a character',
    rows: [{ id: 'a' }, { id: 'x\ud800' }],
    requests: 0,
    good: [1],
    message: 'Row 2: Task ID holds half a character, so it was cut short.',
  },
  {
    title: 'no id in rows 1 and 3',
    rows: [{}, { id: 'b' }, { id: null }],
    requests: 0,
    good: [2],
    message: 'Row 1: Task ID is empty. Row 3: Task ID is empty.',
  },
  {
    title: 'seven rows without an id',
    rows: Array(7).fill({}),
    requests: 0,
    message: /^(Row \d: Task ID is empty\. ){5}2 more rows have problems like these\.$/,
  },
  {
    title: 'the answer is about another task',
    reply: () => task({ id: 'b', status: 'completed', results: ['https://files.test/b.mp4'] }),
    ...shown,
    message: 'The service contradicts itself about task a: the answer is about task "b"',
  },
  // Whole runs
  {
    title: 'an expression error in Task ID of one row',
    rows: [{ id: 'a' }, { id: 'b' }],
    parameters: { taskId: '={{ $json.id === "b" ? $("No such node").item.json.id : $json.id }}' },
    requests: 0,
    good: [1],
    message: /^Row 2 has a problem: /,
  },
  {
    title: 'an expression error in an option',
    ...option('intervalSeconds', '={{ $("No such node").item.json.n }}'),
    requests: 0,
    message: /node/i,
  },
  {
    title: 'a base URL that is none',
    more: { credential: { ...testCredential, baseUrl: 'service' } },
    requests: 0,
    message: /Base URL/,
  },
  // What the service says
  {
    title: 'a failed task that says why',
    reply: () =>
      task({ status: 'failed', error: { code: 'E7', message: `blocked for ${key}` }, paid: 12 }),
    requests: 1,
    message: 'Task a failed: blocked for *** (code: E7) (paid: 12)',
  },
  {
    title: 'a failed task that says nothing',
    reply: () => task({ status: 'failed' }),
    requests: 1,
    message: 'Task a failed',
  },
  {
    title: 'outer pending, inner failed',
    reply: () => task({ status: 'pending', data: { status: 'failed' } }),
    ...shown,
    message:
      'The service contradicts itself about task a: the answer says status "pending" and data.status "failed" at once',
  },
  {
    title: 'outer completed, inner failed',
    reply: () =>
      task({
        status: 'completed',
        results: ['https://files.test/a.mp4'],
        task: { status: 'failed' },
      }),
    ...shown,
    message:
      'The service contradicts itself about task a: the answer says status "completed" and task.status "failed" at once',
  },
  {
    title: 'failed, wrapped',
    reply: () => task({ code: 0, data: { id: 'a', status: 'failed', message: 'no' } }),
    requests: 1,
    message: 'Task a failed: no',
  },
  {
    title: 'one of three failed',
    rows: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    reply: (path) => (idOf(path) === 'b' ? task({ status: 'failed' }) : done(path)),
    requests: 3,
    good: [1, 3],
    message: 'Task b failed',
  },
  // Address and key
  {
    title: 'a key that is refused',
    reply: () => ({ status: 401, body: { error: 'bad key' } }),
    requests: 4,
    message: 'The service refused the API key when we asked for task a: HTTP 401, bad key',
  },
];

const table: string[][] = [];
afterAll(() => {
  const widths = [0, 1].map((n) => Math.max(...table.map((row) => row[n]!.length)));
  const lines = table.map(([title, requests, text]) =>
    [title!.padEnd(widths[0]!), requests!.padStart(widths[1]!), text].join(' | '),
  );
  console.log(`case | requests | what the person reads\n${lines.join('\n')}`);
});

const run = ({ rows = oneRow, parameters, more }: Case, settings: object) =>
  runNode({
    type: 'waitForVideo',
    items: rows.map((json) => ({ json: json as never })),
    settings,
    ...more,
    parameters: {
      taskId: '={{ $json.id }}',
      timeLimitMinutes: 1,
      ...parameters,
      options: { intervalSeconds: 1, ...(parameters as { options?: object })?.options },
    },
  });

const answer = (reply: Case['reply'] = done) => {
  let nth = 0;
  return fakeService(({ path }) => reply(path, nth++));
};
const requestsOf = (one: Case, asked: { requests: unknown[] }) => {
  if (one.requests > 0)
    expect(asked.requests.length, one.title).toBeGreaterThanOrEqual(one.requests);
  return asked.requests.length;
};

describe('WaitForVideo, in n8n’s engine', () => {
  for (const one of cases) {
    it(`stops with the reason: ${one.title}`, async () => {
      const asked = answer(one.reply);
      const { error, outputs } = await run(one, {});
      expect(outputs.flat()).toEqual([]);
      if (typeof one.message === 'string') expect(error?.message).toBe(one.message);
      else expect(error?.message).toMatch(one.message);
      if (one.requests === 0) expect(asked.requests).toEqual([]);
      expect(`${error?.message} ${error?.description}`).not.toContain(key);
      table.push([one.title, String(requestsOf(one, asked)), error!.message]);
    });

    it(`lets nothing but results leave by the success branch: ${one.title}`, async () => {
      answer(one.reply);
      const { outputs, error } = await run(one, { onError: 'continueErrorOutput' });
      expect(error).toBeUndefined();
      const [success = [], failed = []] = outputs;
      const rowOf = ({ pairedItem }: { pairedItem?: unknown }) =>
        (pairedItem as { item: number }).item + 1;
      expect(success.map(rowOf)).toEqual(one.good ?? []);
      for (const { json } of success)
        expect(json).toMatchObject({ outcome: 'completed', paid: 'yes' });
      expect(success.length + failed.length).toBe((one.rows ?? oneRow).length);
      for (const { json } of failed) {
        // n8n itself adds the fields of the input row.
        expect(json).toMatchObject({ error: expect.any(String), message: expect.any(String) });
        expect(json.details).toMatchObject({ paid: expect.stringMatching(/^(yes|no|unknown)$/) });
        expect(JSON.stringify(json)).not.toContain(key);
      }
    });
  }

  it('sends every row down the error branch when the node has no credential', async () => {
    answer();
    const noCredential = { credentials: {} as never, onError: 'continueErrorOutput' as const };
    const { outputs } = await run({ title: '', requests: 0, message: '' }, noCredential);
    expect(outputs[0]).toEqual([]);
    expect(outputs[1]).toHaveLength(1);
  });

  it('takes numbers and switches as text, as expressions give them', async () => {
    answer();
    const parameters = {
      timeLimitMinutes: '={{ "5" }}',
      options: { concurrency: '3', intervalSeconds: ' 2 ', followProgress: 'false' },
    };
    const { error, outputs } = await run({ title: '', parameters, requests: 1, message: '' }, {});
    expect(error).toBeUndefined();
    expect(outputs[0]).toHaveLength(1);
  });

  it('waits for each row as long as that row says, and for a shared task the longest', async () => {
    const asked = answer((path) =>
      idOf(path) === 'quick' ? task({ status: 'pending' }) : done(path),
    );
    const rows = [
      { id: 'quick', limit: 0 },
      { id: 'slow', limit: 1 },
      { id: 'quick', limit: 0.02 },
    ];
    const parameters = { timeLimitMinutes: '={{ $json.limit }}', options: { onTimeout: 'output' } };
    const { outputs } = await run({ title: '', rows, parameters, requests: 0, message: '' }, {});
    expect(outputs[0]?.map(({ json }) => json.outcome)).toEqual([
      'timedOut',
      'completed',
      'timedOut',
    ]);
    expect(asked.requests.length).toBeGreaterThan(2);
    expect(outputs[0]?.[0]?.json.waitedSeconds).toBeGreaterThanOrEqual(1.2);
  });

  it('keeps what the service calls paid or outcome under a name of its own', async () => {
    answer((path) => ({
      ...done(path),
      body: { ...(done(path) as { body: object }).body, paid: 12, outcome: 'good' },
    }));
    const { outputs } = await run({ title: '', requests: 1, message: '' }, {});
    expect(outputs[0]?.[0]?.json).toMatchObject({
      paid: 'yes',
      taskPaid: 12,
      outcome: 'completed',
      taskOutcome: 'good',
    });
  });

  it('says whether a task that is given as data was paid for', async () => {
    const outcomes = { failed: 'unknown', pending: 'yes' };
    for (const [status, paid] of Object.entries(outcomes)) {
      answer(() => task({ status }));
      const parameters = {
        timeLimitMinutes: 0,
        options: { onTimeout: 'output', onTaskFailure: 'output' },
      };
      const { outputs } = await run({ title: '', parameters, requests: 1, message: '' }, {});
      expect(outputs[0]?.[0]?.json).toMatchObject({ status, paid });
      nock.cleanAll();
    }
  });

  it('gives every task with its state in the error’s details, and a few in the text', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
    answer((path) => {
      const replies: Record<string, Reply> = {
        b: task({ status: 'failed' }),
        c: task({ status: 'pending' }),
      };
      return replies[idOf(path)] ?? done(path);
    });
    const { error } = await run(
      { title: '', rows, parameters: { timeLimitMinutes: 0 }, requests: 4, message: '' },
      {},
    );
    expect(error?.message).toBe('Task b failed');
    expect(error?.description).toContain(
      'The other rows: row 1, task a, finished (https://files.test/a.mp4); row 3, task c, still open; row 4, task d, finished (https://files.test/d.mp4). To get every row, choose an On Error setting that continues.',
    );
    expect((error?.context as { rows: object }).rows).toEqual([
      { row: 1, paid: 'yes', taskId: 'a', videoUrl: 'https://files.test/a.mp4' },
      { row: 2, paid: 'unknown', taskId: 'b', reason: 'failed' },
      { row: 3, paid: 'yes', taskId: 'c', reason: 'timedOut' },
      { row: 4, paid: 'yes', taskId: 'd', videoUrl: 'https://files.test/d.mp4' },
    ]);
  });

  it('names no more rows in the text than a person reads, and all of them in the details', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({ id: `task_${n}` }));
    answer((path) => (idOf(path) === 'task_7' ? task({ status: 'failed' }) : done(path)));
    const { error } = await run({ title: '', rows, requests: 300, message: '' }, {});
    expect(error?.description).toContain(
      'Of the other 299 rows, 299 finished; the error’s details and n8n’s log name the task and state of each.',
    );
    expect((error?.context as { rows: object[] }).rows).toHaveLength(300);
  });
});
