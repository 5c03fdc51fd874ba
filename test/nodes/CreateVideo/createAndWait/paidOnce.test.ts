import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { retry } from '../../../engine/sleeping.ts';
import { goOn, jsonIn, keepApart, refused, runToEnd, service, three, workflow } from './scene.ts';

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
});
