import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { KnownTasks } from '../../../nodes/VideoFinishedTrigger/KnownTasks.ts';

const wanted = ['completed'];

/** Answered at the end of the workflow. */
function runs() {
  const tasks = new KnownTasks();
  return {
    whyNot: (taskId: string) => tasks.whyNot(taskId, wanted, {}),
    run(taskId: string, answer: { writableEnded: boolean; statusCode: number }) {
      tasks.end(taskId, 'completed');
      tasks.startUntil(taskId, answer);
      return answer;
    },
  };
}

describe('KnownTasks', () => {
  it('holds no answer that was given', () => {
    const { run, whyNot } = runs();
    const answers = [200, 500].map((statusCode, index) =>
      run(`${index}`, { statusCode, writableEnded: false }),
    );
    for (const answer of answers) answer.writableEnded = true;
    whyNot('another');
    // What is not held can't change its mind any more.
    answers[0]!.statusCode = 500;
    answers[1]!.statusCode = 200;
    expect(whyNot('0')).toMatchObject({ httpStatus: 200 });
    expect(whyNot('1')).toBeUndefined();
  });

  it('starts for a failed task once Trigger On takes failures', () => {
    const tasks = new KnownTasks();
    tasks.end('a', 'failed');
    expect(tasks.whyNot('a', ['completed'], {})).toMatchObject({ httpStatus: 200 });
    expect(tasks.whyNot('a', ['completed', 'failed'], {})).toBeUndefined();
  });

  it('remembers a task of a batch for longer than n8n stores it', () => {
    const tasks = new KnownTasks();
    const stored: { ids?: string[] } = {};
    for (let index = 0; index < 1_500; index++) {
      tasks.end(`${index}`, 'completed');
      tasks.start(`${index}`, stored);
    }
    expect(stored.ids).toHaveLength(1_000);
    expect(stored.ids).toEqual(Array.from({ length: 1_000 }, (_, index) => `${index + 500}`));
    expect(tasks.whyNot('0', wanted, stored)).toMatchObject({ httpStatus: 200 });
  });

  it('stores every task of calls that come together, each with a copy of what was stored', () => {
    const tasks = new KnownTasks();
    const copies = ['a', 'b'].map((taskId) => {
      const stored = { ids: ['old'] };
      tasks.end(taskId, 'completed');
      tasks.start(taskId, stored);
      return stored.ids;
    });
    expect(copies).toEqual([
      ['old', 'a'],
      ['old', 'a', 'b'],
    ]);
  });

  it.each([undefined, null, 'a', [1, null], { 0: 'a' }])(
    'takes what is no list of IDs in n8n’s store for none: %j',
    (ids) => {
      const tasks = new KnownTasks();
      const stored = { ids } as IDataObject;
      expect(tasks.whyNot('a', wanted, stored)).toBeUndefined();
      tasks.end('a', 'completed');
      tasks.start('a', stored);
      expect(stored.ids).toEqual(['a']);
    },
  );
});
