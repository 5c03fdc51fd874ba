import { expect, it } from 'vitest';
import { openList, sealList } from '../../../nodes/restart/sealedList.ts';
import { sleeperOf } from './simulateN8n.ts';

const others = ['1', '2'].map(sleeperOf);

it('a list is found again by the account’s key, with the addresses of all', async () => {
  const sealed = await sealList(others, 'key');
  expect(await openList(sealed, 'key', sleeperOf('7'))).toEqual(others);
});

it('a list without tokens is found again as well: older versions of n8n have none', async () => {
  const bare = (url: string) => url.split('?')[0]!;
  const old = others.map(({ executionId, resumeUrl, statusUrl }) => {
    return { executionId, resumeUrl: bare(resumeUrl), statusUrl: bare(statusUrl) };
  });
  expect(await openList(await sealList(old, 'key'), 'key', old[0]!)).toEqual(old);
});

it('a list can’t be read with another key, or where it was changed, or twice alike', async () => {
  const sealed = await sealList(others, 'key');
  await expect(openList(sealed, 'another', others[0]!)).rejects.toThrow();
  const changed = Buffer.from(sealed, 'base64');
  changed[40]! ^= 1;
  await expect(openList(changed.toString('base64'), 'key', others[0]!)).rejects.toThrow();
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toMatch(/token|signature|\["1"/);
  expect(await sealList(others, 'key')).not.toBe(sealed);
});
