import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { type Reply, type SentRequest } from '../../../engine/fakeService.ts';
import { type setPatience } from '../../../engine/patience.ts';
import { testCredential } from '../../../engine/runNode.ts';

interface Case {
  name: string;
  /** Fields that differ from those of a plain request for `$json.idea`. */
  parameters?: INodeParameters;
  options?: INodeParameters;
  patience?: Parameters<typeof setPatience>[0];
  rows?: Array<Record<string, unknown>>;
  /** What the service does with the n-th request; a task is made by default. */
  reply?: (index: number, request: SentRequest) => Reply | 'makesAndBreaks' | undefined;
  settings?: Partial<INode>;
  credential?: ICredentialDataDecryptedObject;
  requests: number | readonly number[];
  created: number;
  /** What the person reads, in the error or in the rows. */
  reads: string | RegExp;
  never?: RegExp;
}

export const refused: Reply = { status: 422, body: { message: 'too long' } };
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const three = [{ idea: 'A' }, { idea: 'B' }, { idea: 'C' }];
const mustBe = (label: string) => new RegExp(`^${label} must be a (whole )?number from`);

const perExecution = (videos: string): INodeParameters => ({
  spendingLimit: { limit: { videos, per: 'execution' } },
});

export const cases: Case[] = [
  {
    name: 'a batch that stops: one refused, two unanswered',
    rows: three,
    patience: { rowsAtOnce: 3 },
    reply: (_, { body }) =>
      (body as { prompt: string }).prompt === 'A' ? refused : 'makesAndBreaks',
    requests: 3,
    created: 2,
    reads:
      /^Rows 2 and 3: The service didn’t answer.* \| 1 not charged, 2 unknown\. Row 1: too long\. .*Rows 2 and 3 may have been charged/,
    never: /Nothing was charged/,
  },
  {
    name: 'a batch in which an answer broke off behind the id',
    rows: three,
    reply: (index) =>
      index === 0
        ? { status: 200, body: { id: 'task_first', status: 'pending' } }
        : { status: 200, body: '{"id":"task_second","sta' },
    requests: 3,
    created: 0,
    reads: /"id":"task_second"/,
  },
  {
    name: 'Preview Only on the second row alone',
    rows: [
      { idea: 'A', preview: false },
      { idea: 'B', preview: 'true' },
    ],
    options: { preview: '={{ $json.preview }}' },
    requests: 1,
    created: 1,
    reads: /"preview":true/,
  },
  ...[undefined, 'yes', '', 0].map((value): Case => ({
    name: `Preview Only that is ${JSON.stringify(value)}`,
    rows: [{ idea: 'A', preview: value }],
    options: { preview: '={{ $json.preview }}' },
    requests: 0,
    created: 0,
    reads: /^Preview Only must be true or false/,
  })),
  ...[undefined, null, 'two', NaN, -1, 1.5].map((value): Case => ({
    name: `a limit that is ${String(value)}`,
    rows: [{ idea: 'A', limit: value }],
    options: perExecution(Number.isNaN(value) ? '={{ NaN }}' : '={{ $json.limit }}'),
    requests: 0,
    created: 0,
    reads: mustBe('Spending Limit, Videos'),
  })),
  {
    name: 'a limit of 0',
    options: perExecution('={{ 0 }}'),
    requests: 0,
    created: 0,
    reads:
      /^This would make 1 video, but the Spending Limit of 0 per execution leaves room for none/,
  },
  {
    name: 'a limit that differs between rows',
    rows: [
      { idea: 'A', limit: 5 },
      { idea: 'B', limit: 1 },
    ],
    options: perExecution('={{ $json.limit }}'),
    requests: 0,
    created: 0,
    reads: /^Spending Limit, Videos must be the same for all rows, but row 2/,
  },
  {
    name: 'numbers as text',
    options: perExecution('={{ "1" }}'),
    requests: 1,
    created: 1,
    reads: /"task_1"/,
  },
  {
    name: 'an id above 2^53',
    reply: () => ({ status: 200, body: '{"status":"pending","id":12345678901234567890}' }),
    requests: 1,
    created: 0,
    reads: /"id":"12345678901234567890"/,
  },
  {
    name: 'an id with half a character',
    reply: () => ({ status: 200, body: '{"id":"task_\\ud800","status":"pending"}' }),
    requests: 1,
    created: 0,
    reads:
      /^The service created a task whose ID can’t be used: it contains half of a character \| The video was charged\. Give the ID "task_\\ud800" to/,
  },
  {
    name: 'an id with blanks around it',
    reply: () => ({ status: 200, body: { id: ' task_1', status: 'pending' } }),
    requests: 1,
    created: 0,
    reads: /^The service created a task whose ID can’t be used: it begins or ends with a blank/,
  },
  {
    name: 'an expression that fails in one row, with the error output on',
    rows: [{ idea: 'A', id: 'looks-like-a-task' }, { idea: 'B' }],
    parameters: { prompt: '={{ $json.id ? $("Nowhere").item.json.x : $json.idea }}' },
    settings: { onError: 'continueErrorOutput' },
    requests: 1,
    created: 1,
    reads: /"paid":"no"/,
  },
  {
    name: 'a bad base URL, with the error output on',
    rows: [{ idea: 'A', id: 'looks-like-a-task' }],
    credential: { ...testCredential, baseUrl: 'service.test' },
    settings: { onError: 'continueErrorOutput' },
    requests: 0,
    created: 0,
    reads: /Base URL/,
  },
  {
    name: 'a key that is another for each row',
    rows: [
      { idea: 'A', key: 'key-of-account-a' },
      { idea: 'B', key: 'key-of-account-b' },
    ],
    credential: { ...testCredential, apiKey: '={{ $json.key }}' },
    requests: 0,
    created: 0,
    reads: /rows 1 and 2 come to different accounts/,
  },
  {
    name: 'a Retry-After of hours, 100 rows',
    rows: Array.from({ length: 100 }, (_, index) => ({ idea: `idea ${index}` })),
    patience: { busyMs: 60_000 },
    settings: { onError: 'continueRegularOutput' },
    reply: () => ({ status: 429, headers: { 'retry-after': '7200' }, body: {} }),
    requests: 1,
    created: 0,
    reads: /too busy/,
  },
  {
    name: 'a service that says "at once" with every 429',
    patience: { busyMs: 1_000 },
    reply: () => ({ status: 429, headers: { 'retry-after': '0' }, body: {} }),
    requests: [2, 3],
    created: 0,
    reads: /^The service is too busy/,
  },
  {
    name: 'a row of unknown outcome, tried again: the others are not sent for a run that fails',
    rows: three,
    settings: retry,
    reply: (index) => (index === 0 ? 'makesAndBreaks' : undefined),
    requests: 1,
    created: 1,
    reads: /^Row 1: The service didn’t answer.*1 unknown, 2 not charged\./,
  },
  {
    name: 'an accepted row whose expression fails on the second try',
    rows: [{ idea: 'A' }, { idea: 'B' }],
    parameters: { prompt: '={{ $json.idea }}' },
    settings: { ...retry, maxTries: 2 },
    reply: (index) => (index === 0 ? undefined : refused),
    requests: 3,
    created: 1,
    reads: /Created and charged: row 1 \(task_1\)/,
    never: /Nothing was charged/,
  },
];
