import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { retry } from '../../../engine/sleeping.ts';
import {
  errorOf,
  goOn,
  jsonIn,
  keepApart,
  promptOf,
  refused,
  resume,
  runToEnd,
  service,
  three,
  workflow,
} from './scene.ts';

keepApart();

describe('a video is paid for once', () => {
  it('when Retry On Fail sends again what certainly was not taken', async () => {
    const book = service({
      create: (prompt, nth) => (prompt === 'B' && nth < 3 ? refused : undefined),
    });
    const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
    const run = await runToEnd(workflow({ rows: three, settings }));
    expect(run.status).toBe('success');
    expect(book.made.toSorted()).toEqual(['A', 'B', 'C']);
    expect(book.created).toBe(5);
    expect(jsonIn(run, 'After')).toHaveLength(3);
  });

  it('when a row is refused however often: Retry On Fail ends, though n8n counts anew after a sleep', async () => {
    const book = service({ create: (prompt) => (prompt === 'B' ? refused : undefined) });
    const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
    const run = await runToEnd(workflow({ rows: three, settings }));
    expect(errorOf(run)?.message).toBe('Row 2: not this one');
    expect(book.requests.filter(({ method }) => method === 'POST').map(promptOf)).toEqual([
      'A',
      'B',
      'B',
      'B',
    ]);
  });

  it('when the first row was refused, and n8n tries again after the others are finished', async () => {
    const book = service({
      create: (prompt, nth) => (prompt === 'A' && nth < 2 ? refused : undefined),
    });
    const settings = { ...goOn, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
    const run = await runToEnd(workflow({ rows: three, settings }));
    expect(run.status).toBe('success');
    // Sent again after a sleep, it could be sent once more when n8n is killed meanwhile.
    expect(book.created).toBe(3);
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-B', 'task-C']);
    expect(jsonIn(run, 'Failed')[0]).toMatchObject({ details: { paid: 'no', reason: 'refused' } });
  });

  it('when the retry of a sleeping execution takes the workflow as it is saved now', async () => {
    const book = service();
    const test = workflow({ rows: three });
    const asleep = await runWorkflow(test);
    await expect(retry(test, asleep, { loadWorkflow: true })).rejects.toThrow(/Could not find/);
    expect(book.made).toEqual(['A', 'B', 'C']);
  });

  it.each([{}, goOn])(
    'when n8n has forgotten what it created before it slept: %o',
    async (settings) => {
      const book = service();
      const test = workflow({ settings });
      const asleep = await runWorkflow(test);
      asleep.data.executionData!.contextData = {};
      const run = await resume(test, asleep);
      const message = 'n8n woke this node without the list of what it had created';
      const description = expect.stringMatching(/^The video may have been created and charged\./);
      if (settings === goOn)
        expect(jsonIn(run, 'Failed')).toEqual([
          expect.objectContaining({
            error: message,
            message: description,
            details: { paid: 'unknown', reason: 'lostBatch' },
          }),
        ]);
      else
        expect(errorOf(run)).toMatchObject({ message, description, context: { paid: 'unknown' } });
      expect(JSON.stringify(run.data.resultData)).not.toContain('othing was charged');
      expect(book.made).toEqual(['A']);
    },
  );
});
