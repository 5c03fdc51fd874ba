import { describe, expect, it } from 'vitest';
import { briefTask } from '../../../nodes/tasks/briefTask.ts';
import { keepApart, taskJson } from '../../../nodes/tasks/taskJson.ts';
import { whatWasSaid } from '../../../nodes/tasks/whatWasSaid.ts';

describe('whatWasSaid', () => {
  const cases: [object, string][] = [
    [{}, ''],
    [{ error: null, message: '' }, ''],
    [{ error: 'blocked' }, 'blocked'],
    [{ error: { code: 'E7', message: 'blocked' } }, 'blocked (code: E7)'],
    [{ error: { error: { detail: 'deep' } } }, 'deep'],
    [{ message: 'no', error: 'no' }, 'no'],
    [{ error: 'policy', message: 'Prompt refused' }, 'policy; Prompt refused'],
    [{ error: [{ message: 'one' }, { message: 'two' }] }, 'one; two'],
    [{ failure_code: 42, retryable: false }, 'failure_code: 42, retryable: false'],
    [{ error: 'a\nb' }, 'a b'],
    [{ error: ' a ', message: '  ' }, 'a'],
    [{ error: { a: { b: 'deep' } } }, 'a: b: deep'],
    [{ error: { a: { b: { c: 'deeper' } } } }, ''],
    [{ error: [['listed']] }, 'listed'],
    [{ error: [[['listed deeper']]] }, ''],
    [{ x: '', y: 1 }, 'y: 1'],
  ];
  it.each(cases)('makes words of %o', (fields, words) => {
    expect(whatWasSaid({ status: 'failed', id: 'a', progress: 3, ...fields } as never)).toBe(words);
  });

  it('is short, and shows neither logins nor signatures', () => {
    const said = whatWasSaid({
      status: 'failed',
      error: `Bearer abc1 https://u:p@x.test/y?sig=1 ${'z'.repeat(5_000)}`,
    } as never);
    expect(said.length).toBeLessThan(320);
    expect(said).not.toMatch(/abc|u:p|sig=1/);
  });
});

describe('briefTask', () => {
  it('keeps a short record, and of a very long one what names the task', () => {
    const short = { id: 'a', status: 'failed', x: 1 };
    expect(briefTask(short)).toEqual(short);
    const long = { id: 7, status: 's'.repeat(200), x: 'y'.repeat(2_000) };
    expect(briefTask(long)).toEqual({ id: '7', status: 's'.repeat(100) });
    expect(briefTask({ ...long, status: 3 })).toEqual({ id: '7' });
    expect(briefTask(short)).not.toBe(short);
    const longest = { x: 'y'.repeat(2_000 - '{"x":""}'.length) };
    expect(briefTask(longest)).toEqual(longest);
  });
});

describe('keepApart', () => {
  it('gives a field of the service a name of its own where ours has the same', () => {
    expect(keepApart({ paid: 12, credits: 3 }, { paid: 'yes' })).toEqual({
      taskPaid: 12,
      credits: 3,
      paid: 'yes',
    });
  });
});

describe('taskJson', () => {
  it('has the id that was asked for, and no field that n8n takes for a failure', () => {
    const told = { id: 'b', status: 'failed', error: 'x', credits: 3 } as never;
    expect(taskJson('a', told)).toEqual({ id: 'a', status: 'failed', credits: 3, taskError: 'x' });
    expect(taskJson('a', undefined)).toStrictEqual({ id: 'a' });
    const done = { status: 'completed', results: ['https://f.test/a'] };
    expect(taskJson('a', done)).toStrictEqual({ id: 'a', ...done, videoUrl: 'https://f.test/a' });
  });
});
