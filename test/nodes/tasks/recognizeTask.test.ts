import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recognizeTask } from '../../../nodes/tasks/recognizeTask.ts';

describe('recognizeTask', () => {
  const cases: { title: string; answer: Record<string, unknown>; want: object }[] = [
    {
      title: 'the task at the top, as the contract shows it',
      answer: { id: 'a', status: 'pending', credits: 3 },
      want: { task: { id: 'a', status: 'pending', credits: 3 } },
    },
    {
      title: 'a task without an id',
      answer: { status: 'pending' },
      want: { task: { status: 'pending' } },
    },
    { title: 'no task without a status', answer: { progress: 3 }, want: {} },
    { title: 'no task in a status that is no text', answer: { status: 200 }, want: {} },
    {
      title: 'a record that an envelope without a status holds',
      answer: { code: 0, data: { id: 'a', status: 'failed' } },
      want: { task: { id: 'a', status: 'failed' } },
    },
    {
      title: 'a record two envelopes deep',
      answer: { status: 200, data: { task: { status: 'completed' } } },
      want: { task: { status: 'completed' } },
    },
    {
      title: 'the outer of two records that agree',
      answer: { status: 'failed', data: { status: 'failed', error: 'x' } },
      want: { task: { status: 'failed', data: { status: 'failed', error: 'x' } } },
    },
    {
      title: 'a contradiction between outer and inner status',
      answer: { status: 'pending', data: { status: 'failed' } },
      want: {
        contradiction: 'the answer says "pending" and "failed" at once',
      },
    },
    {
      title: 'a contradiction deep inside',
      answer: { data: { status: 'completed', task: { status: 'failed' } } },
      want: {
        contradiction: 'the answer says "completed" and "failed" at once',
      },
    },
    {
      title: 'the record of another task',
      answer: { id: 'b', status: 'completed', results: ['https://files.test/b.mp4'] },
      want: { contradiction: 'the answer is about task "b"' },
    },
    {
      title: 'the record of another task in an envelope',
      answer: { task: { id: 'b', status: 'completed' } },
      want: { contradiction: 'the answer is about task "b"' },
    },
    {
      title: 'no contradiction in a word that the contract does not have',
      answer: { status: 'completed', data: { status: 'success' } },
      want: { task: { status: 'completed', data: { status: 'success' } } },
    },
    {
      title: 'a contradiction in a word of the contract inside an envelope that has another',
      answer: { status: 'success', data: { status: 'completed' } },
      want: {
        contradiction: 'the answer says "success" and "completed" at once',
      },
    },
    {
      title: 'no contradiction in statuses of things that are not the task',
      answer: { status: 'pending', webhook: { status: 'delivered' }, data: ['status'] },
      want: {
        task: { status: 'pending', webhook: { status: 'delivered' }, data: ['status'] },
      },
    },
  ];
  it.each(cases)('finds $title', ({ answer, want }) => {
    expect(recognizeTask(answer, 'a')).toEqual(want);
  });

  it('takes a number for the id that it writes', () => {
    expect(recognizeTask({ id: 7, status: 'pending' }, '7').task).toBeDefined();
    expect(recognizeTask({ id: 7, status: 'pending' }, '77').contradiction).toBeDefined();
  });

  it('shows no endless status, nor an endless id', () => {
    const long = 'x'.repeat(500);
    expect(recognizeTask({ status: long }, 'a').task?.status).toBe(`${long.slice(0, 60)}…`);
    const { contradiction } = recognizeTask({ id: long, status: 'pending' }, 'a');
    expect(contradiction).toBe(`the answer is about task "${long.slice(0, 60)}…"`);
  });

  it('never gives a task whose answer holds another status, whatever the answer', () => {
    const status = fc.constantFrom('pending', 'completed', 'failed', 'odd', 7);
    const { record } = fc.letrec<{ record: Record<string, unknown> }>((tie) => ({
      record: fc.record(
        {
          status,
          id: fc.constantFrom('a', 'b', '', null),
          data: fc.option(tie('record')),
          task: fc.option(tie('record')),
        },
        { requiredKeys: [] },
      ),
    }));
    fc.assert(
      fc.property(record, (answer) => {
        const { task, contradiction } = recognizeTask(answer, 'a');
        if (task === undefined) return;
        expect(contradiction).toBeUndefined();
        const outer = [answer, answer.data, answer.task].map(
          (one) => (one as { status?: unknown } | null | undefined)?.status,
        );
        const said = outer.filter((one) => typeof one === 'string' && one !== 'odd');
        expect(new Set([task.status, ...said]).size).toBe(1);
        expect(['a', '', null, undefined]).toContain(task.id);
      }),
      { numRuns: 500 },
    );
  });
});
