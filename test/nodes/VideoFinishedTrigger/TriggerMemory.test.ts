import { describe, expect, it } from 'vitest';
import { KnownTasks, mostStarts } from '../../../nodes/VideoFinishedTrigger/TriggerMemory.ts';

const wanted = ['completed'];

describe('KnownTasks', () => {
  it('holds no answer that was given', () => {
    const tasks = new KnownTasks();
    const whyNot = (taskId: string) => tasks.whyNot(taskId, { wanted, stored: {} });
    const answers = [299, 300].map((statusCode, index) => {
      const answer = { statusCode, writableEnded: false };
      tasks.end(`${index}`, 'completed');
      tasks.start(`${index}`, { wanted, stored: {}, answer });
      return answer;
    });
    for (const answer of answers) answer.writableEnded = true;
    whyNot('another');
    // What is not held can't change its mind any more.
    answers[0]!.statusCode = 300;
    answers[1]!.statusCode = 299;
    expect(whyNot('0')).toMatchObject({ httpStatus: 200 });
    expect(whyNot('1')).toBeUndefined();
  });

  it('starts for a failed task once Trigger On takes failures', () => {
    const tasks = new KnownTasks();
    tasks.end('a', 'failed');
    const message = 'This workflow doesn’t start for this result';
    expect(tasks.whyNot('a', { wanted, stored: {} })).toMatchObject({ httpStatus: 200, message });
    expect(tasks.whyNot('a', { wanted: ['failed'], stored: {} })).toBeUndefined();
  });

  it('remembers a task of a batch for longer than n8n stores it', () => {
    const tasks = new KnownTasks();
    let place = { wanted, stored: { ids: [] as readonly string[] } };
    for (let index = 0; index < 1_500; index++) {
      // Calls that come together have a copy each of what was stored.
      place = { wanted, stored: { ids: [] } };
      tasks.end(`${index}`, 'completed');
      tasks.start(`${index}`, place);
    }
    expect(place.stored.ids).toEqual(Array.from({ length: 1_000 }, (_, at) => `${at + 500}`));
    expect(tasks.whyNot('0', place)).toMatchObject({ httpStatus: 200 });
  });

  it('forgets the oldest of very many ends, and counts their starts anew', () => {
    const tasks = new KnownTasks();
    const answer = { writableEnded: true, statusCode: 500 };
    const place = { wanted, stored: {}, answer };
    tasks.end('a', 'completed');
    for (let start = 0; start < mostStarts; start++) tasks.start('a', place);
    expect(tasks.whyNot('a', place)).toMatchObject({
      httpStatus: 429,
      message: 'The workflow has failed too often for this task',
    });
    tasks.start('a', place);
    for (let index = 0; index < 9_999; index++) tasks.end(`${index}`, 'completed');
    expect(tasks.end('a', 'completed')).toBe(false);
    tasks.end('one more', 'completed');
    expect(tasks.whyNot('a', place)).toBeUndefined();
  });
});
