import { describe, expect, it } from 'vitest';
import { recognizeTask } from '../../../nodes/tasks/recognizeTask.ts';

describe('recognizeTask', () => {
  const long = 'x'.repeat(500);
  it.each<[string, Record<string, unknown>, object]>([
    [
      'the task at the top, with all its fields',
      { id: 'a', status: 'pending', data: { status: 'failed' } },
      { task: { id: 'a', status: 'pending', data: { status: 'failed' } } },
    ],
    ['one without an id', { status: 'pending' }, { task: { status: 'pending' } }],
    ['one with an empty id', { id: '', status: 'odd' }, { task: { id: '', status: 'odd' } }],
    ['one with no id', { id: null, status: 'odd' }, { task: { id: null, status: 'odd' } }],
    [
      'one with blanks around its id',
      { id: ' a ', status: 'x' },
      { task: { id: ' a ', status: 'x' } },
    ],
    ['no task without a status', { id: 'a', progress: 3 }, {}],
    ['no task in a status that is no text', { status: 200 }, {}],
    ['no task in an envelope', { data: { id: 'a', status: 'failed' } }, {}],
    [
      'the record of another task',
      { id: 'b', status: 'completed' },
      { contradiction: 'the answer is about task "b"' },
    ],
    [
      'another task’s endless id, in short',
      { id: long, status: 'pending' },
      { contradiction: `the answer is about task "${long.slice(0, 60)}…"` },
    ],
    [
      'an endless status, in short',
      { status: long },
      { task: { status: `${long.slice(0, 60)}…` } },
    ],
    [
      'a status of just that length',
      { status: long.slice(0, 60) },
      { task: { status: long.slice(0, 60) } },
    ],
  ])('finds %s', (_, answer, want) => {
    expect(recognizeTask(answer, 'a')).toEqual(want);
  });

  it('takes a number for the id that it writes', () => {
    expect(recognizeTask({ id: 7, status: 'pending' }, '7').task).toBeDefined();
    expect(recognizeTask({ id: 7, status: 'pending' }, '77').contradiction).toBeDefined();
  });
});
