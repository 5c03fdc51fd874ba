import { describe, expect, it } from 'vitest';
import { accountKey } from '../../../nodes/pace/accountKey.ts';
import { Pacers } from '../../../nodes/pace/pacers.ts';
import { VirtualTime } from '../../../lab/simulation/pace/virtualTime.ts';

const minutes = 60_000;

describe('Pacers', () => {
  it('shares one pacer among all who use an account', () => {
    const pacers = new Pacers(new VirtualTime());
    expect(pacers.of('a')).toBe(pacers.of('a'));
    expect(pacers.of('b')).not.toBe(pacers.of('a'));
  });

  it('forgets what it learned some time after the last request', async () => {
    const time = new VirtualTime();
    const pacers = new Pacers(time);
    const first = pacers.of('a');
    await time.run(time.sleep(9 * minutes));
    expect(pacers.of('a')).toBe(first);
    await time.run(time.sleep(2 * minutes));
    expect(pacers.of('a')).not.toBe(first);
  });

  it('keeps nothing of accounts that are gone, and those whose requests are under way', async () => {
    const time = new VirtualTime();
    const pacers = new Pacers(time);
    for (let n = 0; n < 1_000; n++) pacers.of(`account ${n}`);
    const busy = pacers.of('busy');
    const ride = { urgency: 'create', flow: 'a', patience: { budgetMs: 0 }, signals: [] } as const;
    await busy.enter(ride);
    await time.run(time.sleep(11 * minutes));
    expect(pacers.of('busy')).toBe(busy);
    pacers.of('another');
    expect(pacers.size).toBe(2);
  });
});

describe('accountKey', () => {
  it('tells accounts apart, and nothing of their keys', async () => {
    const name = await accountKey('https://a.test', 'a-secret-key');
    expect(name).not.toContain('secret');
    expect(name).toMatch(/^[\w-]{43}$/);
    expect(await accountKey('https://a.test', 'a-secret-key')).toBe(name);
    expect(await accountKey('https://a.test', 'another-key')).not.toBe(name);
    expect(await accountKey('https://b.test', 'a-secret-key')).not.toBe(name);
  });
});
