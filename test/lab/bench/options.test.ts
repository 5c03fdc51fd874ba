import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../lab/bench/options.ts';

const read = (...args: string[]) => readOptions(args, ['lag', 'size']);

describe('readOptions', () => {
  it('takes all measures as often as they are worth when nothing is said', () => {
    const nothing = { resume: false, isTrial: false, report: false, help: false };
    expect(read()).toEqual({ only: [], waitMinutes: 10, ...nothing });
  });

  it('tries all of it without storing anything', () => {
    expect(read('--try')).toMatchObject({ isTrial: true });
  });

  it('waits for quiet as long as it is told, or not at all', () => {
    expect(read('--wait', '0')).toMatchObject({ waitMinutes: 0 });
    expect(read('--wait', '2.5')).toMatchObject({ waitMinutes: 2.5 });
  });

  it.each(['-1', 'long', ''])('refuses to wait for "%s" minutes', (minutes) => {
    expect(() => read(`--wait=${minutes}`)).toThrow('Expected --wait to be a number of minutes');
  });

  it('takes the measures that are named', () => {
    expect(read('--only', 'size,lag', '--runs', '2')).toMatchObject({
      only: ['size', 'lag'],
      runs: 2,
    });
  });

  it('refuses a measure that does not exist', () => {
    expect(() => read('--only', 'lag,speed')).toThrow(
      'Expected --only to name lag, size, got "speed"',
    );
  });

  it.each(['0', '1.5', 'many'])('refuses %s runs', (runs) => {
    expect(() => read('--runs', runs)).toThrow('Expected --runs to be a whole number above 0');
  });
});
