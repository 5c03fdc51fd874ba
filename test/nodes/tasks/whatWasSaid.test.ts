import { describe, expect, it } from 'vitest';
import { keepApart } from '../../../nodes/tasks/taskJson.ts';
import { recordForDetails, whatWasSaid } from '../../../nodes/tasks/whatWasSaid.ts';

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

describe('recordForDetails', () => {
  it('keeps the record, and of a very long one the beginning', () => {
    expect(recordForDetails({ status: 'failed', x: 1 } as never)).toEqual({
      status: 'failed',
      x: 1,
    });
    const cut = recordForDetails({ status: 'failed', x: 'y'.repeat(9_000) } as never);
    expect(cut).toHaveLength(4_001);
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
