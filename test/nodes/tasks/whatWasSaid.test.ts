import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../nodes/tasks/withoutSecrets.ts';
import { keepApart } from '../../../nodes/tasks/keepApart.ts';
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
      error: `Bearer abc https://u:p@x.test/y?sig=1 ${'z'.repeat(5_000)}`,
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

describe('withoutSecrets', () => {
  it('hides the key wherever the service repeats it, but not in the address of the video', () => {
    const task = {
      status: 'failed',
      error: { message: 'key sk-12345 is out of credit' },
      'sk-12345': true,
      results: ['https://files.test/a.mp4?key=sk-12345'],
    };
    expect(withoutSecrets(task as never, [' sk-12345 '])).toEqual({
      status: 'failed',
      error: { message: 'key *** is out of credit' },
      '***': true,
      results: ['https://files.test/a.mp4?key=sk-12345'],
    });
  });

  it('leaves a task alone that holds no secret, and cuts one too deep for n8n', () => {
    const task = { status: 'completed', model: 'demo' } as never;
    expect(withoutSecrets(task, ['', 'demo', 'completed', 'sk-12345'])).toBe(task);
    const deep = JSON.parse(`${'[['.repeat(200_000)}${']]'.repeat(200_000)}`) as unknown;
    const shown = withoutSecrets({ status: 'failed', results: deep, sk: 'sk-12345' }, ['sk-12345']);
    expect(shown).toMatchObject({ status: 'failed', sk: '***' });
    const text = JSON.stringify(shown);
    expect(text.length).toBeLessThan(400);
    expect(text).toContain('…');
  });

  it('hides a key in a status that is not of the contract', () => {
    const task = { id: 'sk-12345', status: 'waits for sk-12345', progress: 3 };
    expect(withoutSecrets(task, ['sk-12345'])).toEqual({ ...task, status: 'waits for ***' });
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
