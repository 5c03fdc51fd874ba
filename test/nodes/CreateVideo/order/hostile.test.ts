import { createRequire } from 'node:module';
import type * as backendModule from '@n8n/backend-common';
import type * as diModule from '@n8n/di';
import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeService, type Reply } from '../../../engine/fakeService.ts';
import { havePatience, setPatience } from '../../../engine/patience.ts';
import { runNode, testCredential } from '../../../engine/runNode.ts';

havePatience({ rowsAtOnce: 1 });

const require = createRequire(import.meta.url);
const { Container } = require('@n8n/di') as typeof diModule;
const { Logger } = require('@n8n/backend-common') as typeof backendModule;

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

interface Case {
  name: string;
  options?: INodeParameters;
  patience?: Parameters<typeof setPatience>[0];
  rows?: Array<Record<string, unknown>>;
  reply?: Reply;
  settings?: Partial<INode>;
  credential?: ICredentialDataDecryptedObject;
  requests: number | readonly number[];
  /** What the person reads, in the error or in the rows. */
  reads: string | RegExp;
}

const perExecution = (videos: string): INodeParameters => ({
  spendingLimit: { limit: { videos, per: 'execution' } },
});
const busy = (retryAfter: string): Reply => ({
  status: 429,
  headers: { 'retry-after': retryAfter },
  body: {},
});

const cases: Case[] = [
  {
    name: 'Preview Only that comes to nothing',
    options: { preview: '={{ $json.preview }}' },
    requests: 0,
    reads: /^Preview Only must be true or false/,
  },
  ...['={{ $json.limit }}', '={{ null }}', '={{ -1 }}', '={{ 1.5 }}'].map((videos): Case => ({
    name: `a limit that is ${videos}`,
    options: perExecution(videos),
    requests: 0,
    reads: /^Spending Limit, Videos must be a whole number from 0 to 5000/,
  })),
  {
    name: 'a limit over a time that is not on the list',
    options: { spendingLimit: { limit: { videos: 3, per: 'week' } } },
    requests: 0,
    reads: /^Spending Limit, Per must be one of "execution", "day", "month"/,
  },
  {
    name: 'a limit of 0',
    options: perExecution('={{ 0 }}'),
    requests: 0,
    reads: /^This would make 1 video, but the Spending Limit of 0 per execution is used up/,
  },
  {
    name: 'a limit that differs between rows',
    rows: [
      { idea: 'A', limit: 5 },
      { idea: 'B', limit: 1 },
    ],
    options: perExecution('={{ $json.limit }}'),
    requests: 0,
    reads: /^Spending Limit, Videos must be the same for all rows, but row 2/,
  },
  {
    name: 'numbers as text',
    options: perExecution('={{ "1" }}'),
    requests: 1,
    reads: /"task_1"/,
  },
  {
    name: 'an id with half a character',
    reply: { status: 200, body: '{"id":"task_\\ud800","status":"pending"}' },
    requests: 1,
    reads:
      /^The service created a task whose ID can’t be used: it contains half of a character \| The video was charged\. Give the ID "task_\\ud800" to/,
  },
  {
    name: 'a bad base URL, with the error output on',
    credential: { ...testCredential, baseUrl: 'service.test' },
    settings: { onError: 'continueErrorOutput' },
    requests: 0,
    reads: /"error":"[^"]*Base URL.*"paid":"no"/,
  },
  {
    name: 'a key that is another for each row',
    rows: [
      { idea: 'A', key: 'key-of-account-a' },
      { idea: 'B', key: 'key-of-account-b' },
    ],
    credential: { ...testCredential, apiKey: '={{ $json.key }}' },
    requests: 0,
    reads: /rows 1 and 2 come to different accounts/,
  },
  {
    name: 'a Retry-After of hours, 100 rows',
    rows: Array.from({ length: 100 }, (_, index) => ({ idea: `idea ${index}` })),
    patience: { busyMs: 60_000 },
    settings: { onError: 'continueRegularOutput' },
    reply: busy('7200'),
    requests: 1,
    reads: /too busy/,
  },
  {
    name: 'a service that says "at once" with every 429',
    patience: { busyMs: 1_000 },
    reply: busy('0'),
    requests: [2, 3],
    reads: /^The service is too busy/,
  },
];

const parameters = { operation: 'create', prompt: '={{ $json.idea }}' };

describe('Create Video with what a hostile reviewer thinks of', () => {
  it.each(cases)('keeps the money safe and says so: $name', async (test) => {
    setPatience(test.patience ?? {});
    const made: Reply = { status: 200, body: { id: 'task_1', status: 'pending' } };
    const service = fakeService(() => test.reply ?? made, { strict: false });
    const { outputs, error, run } = await runNode({
      type: 'createVideo',
      parameters: { ...parameters, options: { output: 'everything', ...test.options } },
      items: (test.rows ?? [{ idea: 'A' }]).map((json) => ({ json: json as never })),
      ...(test.settings && { settings: test.settings }),
      ...(test.credential && { credential: test.credential }),
    });
    const read = error
      ? `${error.message} | ${error.description}`
      : JSON.stringify(outputs.flat().map(({ json }) => json));
    expect(read).toMatch(test.reads);
    expect([test.requests].flat()).toContain(service.requests.length);
    expect(JSON.stringify([run, error])).not.toContain(testCredential.apiKey);
  });

  it('names in its details and in the log what a message cannot hold', async () => {
    fakeService(({ body }) => {
      const { prompt } = body as { prompt: string };
      if (prompt === 'idea 60') return { status: 422, body: { message: 'too long' } };
      if (prompt === 'idea 0') return { breakWith: 'ECONNRESET' };
      return { status: 200, body: { id: `task_of_${prompt}`, status: 'pending' } };
    });
    const logger = Container.get(Logger);
    const [info, warn] = [vi.spyOn(logger, 'info'), vi.spyOn(logger, 'warn')];
    const items = Array.from({ length: 62 }, (_, row) => ({ json: { idea: `idea ${row}` } }));
    const settings = { onError: 'continueRegularOutput' } as const;
    await runNode({ type: 'createVideo', parameters, items, settings });
    const lines = [...info.mock.calls, ...warn.mock.calls].map(([line]) => line);
    vi.restoreAllMocks();
    const created = lines.filter((line) => line.startsWith('Created video task'));
    expect(created).toHaveLength(60);
    expect(created[0]).toBe('Created video task task_of_idea 1');
    expect(lines.find((line) => line.startsWith('Row '))).toMatch(
      /^Row 1 may have been charged\. The service didn’t answer.*ECONNRESET/,
    );
  });
});
