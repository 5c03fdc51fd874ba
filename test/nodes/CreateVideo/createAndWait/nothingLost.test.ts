import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { testCredential } from '../../../engine/runNode.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { retryFailed } from '../../../engine/sleeping.ts';
import {
  errorOf,
  goOn,
  jsonIn,
  keepApart,
  refused,
  resume,
  runToEnd,
  service,
  three,
  workflow,
} from './scene.ts';
import { setPatience } from '../../../engine/patience.ts';

keepApart();

describe('nothing paid for is lost', () => {
  it('when a row is refused and the node stops at once: a retry brings the others home', async () => {
    const rows = Array.from({ length: 20 }, (_, row) => ({ idea: `${row + 1}` }));
    const book = service({
      create: (prompt, nth) => (prompt + nth === '131' ? refused : undefined),
    });
    const test = workflow({ rows });
    setPatience({ rowsAtOnce: 50 });
    const run = await runToEnd(test);
    const made = new Set(book.made);
    expect(made.size).toBeGreaterThan(10);
    const error = errorOf(run)!;
    expect(error.message).toBe('Row 13: not this one');
    expect(error.description).toContain('choose Retry with currently saved workflow');
    for (const idea of made) expect(error.description).toContain(`row ${idea} (task-${idea})`);
    expect(book.asked).toEqual([]);

    const retried = await runToEnd(test, await retryFailed(test, run, true));
    expect(retried.status).toBe('success');
    const ideas = rows.map(({ idea }) => idea);
    expect(book.made.toSorted()).toEqual(ideas.toSorted());
    expect(jsonIn(retried, 'After').map(({ id }) => id)).toEqual(
      ideas.map((idea) => `task-${idea}`),
    );
  });

  it('when the credential cannot be used any more on waking', async () => {
    for (const settings of [{}, goOn]) {
      const book = service();
      const test = workflow({
        rows: three,
        settings,
        options: { callbackUrl: 'https://hooks.test/done', orderLabel: '={{ $json.idea }}' },
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
    const parameters = { download: '={{ $json.off ?? false }}' };
    const test = workflow({ parameters, options: { timeLimitMinutes: 30 } });
    const asleep = await runWorkflow(test);
    const stack = asleep.data.executionData!.nodeExecutionStack;
    const entry = stack.find(({ data }) => data.main?.[0] !== undefined)!;
    entry.data.main![0]![0]!.json.off = 'perhaps';
    const error = errorOf(await resume(test, asleep));
    expect(error?.message).toMatch(
      /^Task task-A was created, but we can’t wait for it: Download Video must be true or false/,
    );
    expect(error?.context).toMatchObject({ taskId: 'task-A', paid: 'yes' });
    expect(book.made).toEqual(['A']);
  });
});
