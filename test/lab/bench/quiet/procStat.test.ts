import { describe, expect, it } from 'vitest';
import { readBusyTicks, readProcess } from '../../../../lab/bench/quiet/procStat.ts';

describe('readBusyTicks', () => {
  it('counts work and what other tenants took, not waiting and interrupts', () => {
    const stat = 'cpu  100 20 3 40000 5000 600 700 8 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n';
    expect(readBusyTicks(stat)).toBe(100 + 20 + 3 + 8);
  });
});

describe('readProcess', () => {
  it('adds the time of children that have ended, whatever the command is called', () => {
    const before = '42 (odd) name) 1 2) S 7 42 42 0 -1 4194304 1 0 0 0';
    const stat = `${before} 1000 200 30 4 20 0 11 0 98765 0 0`;
    expect(readProcess(stat)).toEqual({ parent: 7, ticks: 1234, startedAt: '98765' });
  });
});
