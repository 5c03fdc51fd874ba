import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSecrets } from '../../playground/secrets.ts';
import { temporaryFolder } from './temporaryFolder.ts';

it('makes secrets of its own for each playground, which later starts find', async () => {
  const [one, other] = [await temporaryFolder(), await temporaryFolder()];
  const first = await readSecrets(join(one, 'demo'));
  expect(first.account.password).toMatch(/^(?=.*[A-Z])(?=.*\d).{16,64}$/);
  expect(await readSecrets(join(one, 'demo'))).toEqual(first);
  const second = await readSecrets(other);
  expect(second.account.password).not.toBe(first.account.password);
  expect(second.sandboxKey).not.toBe(first.sandboxKey);
});

it('keeps secrets from other accounts of the machine', async () => {
  const folder = await temporaryFolder();
  await readSecrets(folder);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o077).toBe(0);
});

it('makes no others where the stored ones cannot be read', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'secrets.json'), '{');
  await expect(readSecrets(folder)).rejects.toThrow(SyntaxError);
});
