import { type Reply } from '../../../engine/fakeService.ts';
import { testCredential } from '../../../engine/runNode.ts';
import { done, idOf, type Setup, task } from './scene.ts';

export interface Case extends Setup {
  title: string;
  reply?: (path: string, nth: number) => Reply;
  requests: number;
  /** What the person reads of the first row that has a problem, and where it must be absent. */
  message: string | RegExp;
  /** Rows (from 1) that leave by the success branch when the error output is on. */
  good?: number[];
}

const option = (name: string, value: unknown): Partial<Case> => ({
  parameters: { options: { [name]: value } },
  requests: 0,
});

export const cases: Case[] = [
  // Numbers, switches and choices
  {
    title: 'Time Limit empty',
    parameters: { options: { timeLimitMinutes: '' } },
    requests: 0,
    message: 'Time Limit (Minutes) must be a number from 0 to 525600, but it is empty.',
  },
  {
    title: 'Time Limit beyond a year',
    parameters: { options: { timeLimitMinutes: 1e9 } },
    requests: 0,
    message: 'Time Limit (Minutes) must be a number from 0 to 525600, but it is 1000000000.',
  },
  {
    title: 'Time Limit not a number',
    parameters: { options: { timeLimitMinutes: '={{ NaN }}' } },
    requests: 0,
    message: 'Time Limit (Minutes) must be a number from 0 to 525600, but it is not a number.',
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
    title: 'Download Video "yes"',
    parameters: { download: '={{ "yes" }}' },
    requests: 0,
    message: 'Download Video must be true or false, but it is "yes".',
  },
  {
    title: 'two fields at once',
    parameters: { options: { timeLimitMinutes: -1, intervalSeconds: null } },
    requests: 0,
    message: /^Check Every .* empty\. Time Limit .* -1\.$/,
  },
  {
    title: 'a field and a row at once',
    rows: [{ id: 'a' }, {}],
    parameters: { options: { intervalSeconds: 0 } },
    requests: 0,
    message:
      'Check Every (Seconds) must be a number from 1 to 86400, but it is 0. Row 2: Task ID is empty.',
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
    requests: 3,
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
      task({
        status: 'failed',
        error: { code: 'E7', message: `blocked for ${testCredential.apiKey}` },
        paid: 12,
      }),
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
    title: 'one of three failed',
    rows: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    reply: (path) => (idOf(path) === 'b' ? task({ status: 'failed' }) : done(path)),
    requests: 3,
    good: [1, 3],
    message: 'Row 2: Task b failed',
  },
  // Address and key
  {
    title: 'a key that is refused',
    reply: () => ({ status: 401, body: { error: 'bad key' } }),
    requests: 3,
    message:
      'The service refused the API key when we asked for the status of task a: HTTP 401, bad key',
  },
];
