import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { SentRequest } from '../../../engine/fakeService.ts';
import { runWorkflow, type TestRun } from '../../../engine/runWorkflow.ts';
import { retryFailed } from '../../../engine/sleeping.ts';
import {
  errorOf,
  jsonIn,
  keepApart,
  lost,
  refused,
  service,
  type Setup,
  three,
  workflow,
} from '../createAndWait/scene.ts';

keepApart();

interface Orders extends Pick<Setup, 'options' | 'settings' | 'rows'> {
  prompt?: string;
  sending?: INodeParameters;
}

function orders({ prompt = '={{ $json.idea }}', sending, ...more }: Orders = {}): TestRun {
  const test = workflow({ rows: three, parameters: { operation: 'create', prompt }, ...more });
  const { parameters } = test.nodes.find(({ name }) => name === 'Make')!;
  parameters.options = { ...(parameters.options as INodeParameters), ...sending };
  return test;
}

const promptsOf = (requests: SentRequest[]) =>
  requests.map(({ body }) => (body as { prompt: string }).prompt);

describe('a retry of an execution in which Create Video has failed', () => {
  it('keeps what was made, and sends what was not', async () => {
    const book = service({
      create: (prompt, nth) => (prompt + nth === 'B1' ? refused : undefined),
    });
    const test = orders();
    const stopped = await runWorkflow(test);
    expect(errorOf(stopped)?.context).toMatchObject({ rows: [{ paid: 'yes' }, {}, {}] });
    const run = await retryFailed(test, stopped);
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-A', 'task-B', 'task-C']);
    expect(promptsOf(book.requests)).toEqual(['A', 'B', 'B', 'C']);
  });

  it('never sends again what may have been made', async () => {
    const book = service({ create: (prompt) => (prompt === 'B' ? lost : undefined) });
    const test = orders();
    const run = await retryFailed(test, await runWorkflow(test));
    expect(errorOf(run)?.context).toMatchObject({
      rows: [{ taskId: 'task-A' }, { paid: 'unknown' }, { paid: 'no' }],
    });
    expect(promptsOf(book.requests)).toEqual(['A', 'B']);
  });

  it('orders anew a video that a person has changed since, and counts from none again', async () => {
    const book = service({
      create: (prompt, nth) => (prompt + nth === 'C1' ? refused : undefined),
    });
    const options = { maxVideos: 3 };
    const stopped = await runWorkflow(orders({ options }));
    const prompt = '={{ $json.idea === "A" ? "A, at night" : $json.idea }}';
    const run = await retryFailed(orders({ prompt, options }), stopped, true);
    expect(jsonIn(run, 'After')).toHaveLength(3);
    expect(promptsOf(book.requests)).toEqual(['A', 'B', 'C', 'A, at night', 'C']);
  });

  it('orders anew in each run of a workflow that is not saved, which has no id', async () => {
    const book = service({});
    const test = { ...orders(), executionId: '' };
    for (let runs = 0; runs < 2; runs++) expect((await runWorkflow(test)).status).toBe('success');
    expect(promptsOf(book.requests)).toEqual(['A', 'B', 'C', 'A', 'B', 'C']);
  });

  it('does not call unpaid what an earlier request may have made, where it sends no other', async () => {
    const book = service({
      create: (prompt, nth) => (prompt + nth === 'A2' ? refused : lost),
    });
    const risk = { resendUnknown: true };
    const stopped = await runWorkflow(orders({ sending: { ...risk, concurrency: 3 } }));
    expect(book.created).toBe(3);
    const run = await retryFailed(orders({ sending: risk }), stopped, true);
    expect(book.created).toBe(4);
    expect(errorOf(run)?.context).toMatchObject({
      rows: [{ paid: 'unknown' }, { paid: 'unknown' }, { paid: 'unknown' }],
    });
  });

  it('does not call unpaid what an earlier request may have made, where it takes one back', async () => {
    const book = service({ create: (prompt, nth) => (prompt + nth === '0-2' ? refused : lost) });
    const rows = Array.from({ length: 40 }, (_, row) => ({ idea: `${row}-` }));
    const test = orders({ rows, sending: { resendUnknown: true, concurrency: 50 } });
    const stopped = await runWorkflow(test);
    const made = new Set(book.made);
    expect(made.size).toBeGreaterThan(5);
    const sentBefore = book.created;
    const { rows: told } = errorOf(await retryFailed(test, stopped))!.context as {
      rows: Array<{ paid: string }>;
    };
    // Some of them waited for their turn when the first was refused.
    expect(book.created - sentBefore).toBeLessThan(made.size);
    for (const [index, { idea }] of rows.entries())
      if (made.has(idea)) expect(told[index]).toMatchObject({ paid: 'unknown' });
  });
});

describe('a further try of Retry On Fail, where the number of videos is limited', () => {
  const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

  it('may use all that the first has left', async () => {
    const book = service({
      create: (prompt, nth) => (prompt + nth === 'B1' ? refused : undefined),
    });
    const run = await runWorkflow(orders({ options: { maxVideos: 3 }, settings }));
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-A', 'task-B', 'task-C']);
    expect(promptsOf(book.requests)).toEqual(['A', 'B', 'B', 'C']);
  });

  it('says that the first may have gone through, where it is over the limit', async () => {
    const book = service({ create: () => lost });
    const options = { maxVideos: 1 };
    const sending = { resendUnknown: true };
    const run = await runWorkflow(orders({ options, sending, settings, rows: [{ idea: 'A' }] }));
    expect(book.created).toBe(1);
    expect(errorOf(run)?.message).toContain('an earlier try of this row may have gone through');
    expect(errorOf(run)?.context).toMatchObject({ paid: 'unknown', reason: 'tooManyVideos' });
  });
});
