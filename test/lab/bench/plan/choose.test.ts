import { describe, expect, it } from 'vitest';
import { chooseMeasures, chooseSession } from '../../../../lab/bench/plan/choose.ts';

const all = [{ name: 'size' }, { name: 'lag' }, { name: 'speed' }];
const none = { only: [], report: false, resume: false };
const broken = new Map([
  ['size', { session: '2026-02-01' }],
  ['lag', { session: '2026-01-01' }],
]);
const names = (measures: { name: string }[]) => measures.map(({ name }) => name);

describe('chooseSession', () => {
  it('begins a new one', () => {
    expect(chooseSession({ resume: false }, broken, '2026-03-01')).toBe('2026-03-01');
  });

  it('goes on with the latest one when it is to resume, if there is one', () => {
    expect(chooseSession({ resume: true }, broken, '2026-03-01')).toBe('2026-02-01');
    expect(chooseSession({ resume: true }, new Map(), '2026-03-01')).toBe('2026-03-01');
  });
});

describe('chooseMeasures', () => {
  it('takes all of them, whatever is stored', () => {
    expect(names(chooseMeasures(all, none, broken, '2026-02-01'))).toEqual(names(all));
  });

  it('takes what the session lacks when it is to resume, older results too', () => {
    const options = { ...none, resume: true };
    expect(names(chooseMeasures(all, options, broken, '2026-02-01'))).toEqual(['lag', 'speed']);
  });

  it('takes only what is named', () => {
    const options = { ...none, only: ['speed', 'size'], resume: true };
    expect(names(chooseMeasures(all, options, broken, '2026-02-01'))).toEqual(['speed']);
  });

  it('takes nothing for the report alone', () => {
    expect(chooseMeasures(all, { ...none, report: true }, broken, '')).toEqual([]);
  });
});
