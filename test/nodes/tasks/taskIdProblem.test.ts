import { describe, expect, it } from 'vitest';
import { taskIdProblem } from '../../../nodes/tasks/taskIdProblem.ts';

describe('taskIdProblem', () => {
  it.each([
    ['', 'is empty'],
    ['a'.repeat(513), 'is longer than 512 characters'],
    ['a\ud83c', 'contains half of a character'],
    [' a', 'begins or ends with a blank'],
    ['a\n', 'begins or ends with a blank'],
    ['a\u0000b', 'contains a control character'],
    ['.', 'is only dots'],
    ['..', 'is only dots'],
  ])('tells of %j that it %s', (id, problem) => {
    expect(taskIdProblem(id)).toBe(problem);
  });

  it.each(['a', 'a'.repeat(512), '🎬', 'a b', '...', '.a', 'a.', '..a', 'a..', '../b'])(
    'finds nothing wrong with %j',
    (id) => expect(taskIdProblem(id)).toBeUndefined(),
  );
});
