import { expect, it } from 'vitest';
import { accountKey, gates } from '../../../nodes/pace/gates.ts';

it('gates are one for all who use an account, and another for each other account', () => {
  const first = gates.of('a');
  expect(gates.of('b')).not.toBe(first);
  for (let n = 0; n < 998; n += 1) gates.of(`account ${n}`);
  expect(gates.of('a')).toBe(first);
});

it('gates go by a clock that nobody sets', async () => {
  const patience = { budgetMs: 0 };
  const request = { kind: 'look', flow: 'a', patience, signals: [] } as const;
  await gates
    .of('asked once')
    .run(request, async () => ({ answer: undefined, verdict: 'refused' }));
  expect(patience).toMatchObject({ refusedAtMs: expect.closeTo(performance.now(), -4) as number });
});

it('gates of the accounts that were used least recently are forgotten beyond a thousand', () => {
  const first = gates.of('a');
  for (let n = 0; n < 1_000; n += 1) gates.of(`account ${n}`);
  expect(gates.of('a')).not.toBe(first);
});

it('accountKey tells accounts apart, and nothing of their keys', async () => {
  const name = await accountKey('https://a.test', 'a-secret-key');
  expect(name).toMatch(/^[\w-]{43}$/);
  expect(name).not.toContain('secret');
  expect(await accountKey('https://a.test', 'a-secret-key')).toBe(name);
  expect(await accountKey('https://a.test', 'another-key')).not.toBe(name);
  expect(await accountKey('https://b.test', 'a-secret-key')).not.toBe(name);
});
