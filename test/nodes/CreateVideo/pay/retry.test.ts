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
}

const orders = ({ prompt = '={{ $json.idea }}', ...more }: Orders = {}): TestRun =>
  workflow({ rows: three, parameters: { operation: 'create', prompt }, ...more });

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
      rows: [{ taskId: 'task-A' }, { paid: 'unknown' }, { taskId: 'task-C' }],
    });
    expect(promptsOf(book.requests)).toEqual(['A', 'B', 'C']);
  });

  it('never pays again for what was made, also where a person has changed the form since', async () => {
    const book = service({
      create: (prompt, nth) => (prompt + nth === 'C1' ? refused : undefined),
    });
    const options = { spendingLimit: { limit: { videos: 3, per: 'execution' } } };
    const stopped = await runWorkflow(orders({ options }));
    const prompt = '={{ $json.idea + ", at night" }}';
    const run = await retryFailed(orders({ prompt, options }), stopped, true);
    expect(jsonIn(run, 'After')).toHaveLength(3);
    expect(promptsOf(book.requests)).toEqual(['A', 'B', 'C', 'C, at night']);
  });

  it('orders anew in each run of a workflow that is not saved, which has no id', async () => {
    const book = service({});
    const test = { ...orders(), executionId: '' };
    for (let runs = 0; runs < 2; runs++) expect((await runWorkflow(test)).status).toBe('success');
    expect(promptsOf(book.requests)).toEqual(['A', 'B', 'C', 'A', 'B', 'C']);
  });
});

describe('a further try of Retry On Fail, where the number of videos is limited', () => {
  const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

  it('may use all that the first has left', async () => {
    const book = service({
      create: (prompt, nth) => (prompt + nth === 'B1' ? refused : undefined),
    });
    const run = await runWorkflow(
      orders({ options: { spendingLimit: { limit: { videos: 3, per: 'execution' } } }, settings }),
    );
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-A', 'task-B', 'task-C']);
    expect(promptsOf(book.requests)).toEqual(['A', 'B', 'B', 'C']);
  });
});
