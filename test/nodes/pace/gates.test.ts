import { describe, expect, it } from 'vitest';
import { accountKey } from '../../../nodes/pace/accountKey.ts';
import { Gates } from '../../../nodes/pace/gates.ts';
import { VirtualTime } from './VirtualTime.ts';

const minutes = 60_000;

const open = () => {
  const time = new VirtualTime();
  return { time, gates: new Gates({ nowMs: time.nowMs, sleep: time.sleep }) };
};

describe('Gates', () => {
  it('are one for all who use an account, and another for each other account', () => {
    const { gates } = open();
    expect(gates.of('a')).toBe(gates.of('a'));
    expect(gates.of('b')).not.toBe(gates.of('a'));
  });

  it('are forgotten an hour behind their last request, those with some under way are not', async () => {
    const { time, gates } = open();
    for (let n = 0; n < 1_000; n += 1) gates.of(`account ${n}`);
    const busy = gates.of('busy');
    const request = {
      kind: 'create',
      flow: 'a',
      patience: { budgetMs: 0 },
      signals: [],
    } as const;
    void busy.enter(request);
    await time.passUntil(59 * minutes);
    expect(gates.size).toBe(1_001);
    await time.passUntil(61 * minutes);
    expect(gates.of('busy')).toBe(busy);
    expect(gates.size).toBe(1);
  });
});

describe('accountKey', () => {
  it('tells accounts apart, and nothing of their keys', async () => {
    const name = await accountKey('https://a.test', 'a-secret-key');
    expect(name).toMatch(/^[\w-]{43}$/);
    expect(name).not.toContain('secret');
    expect(await accountKey('https://a.test', 'a-secret-key')).toBe(name);
    expect(await accountKey('https://a.test', 'another-key')).not.toBe(name);
    expect(await accountKey('https://b.test', 'a-secret-key')).not.toBe(name);
  });
});
