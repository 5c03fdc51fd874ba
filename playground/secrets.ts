import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoEmail, type Account } from './rest/owner.ts';

/** What nobody else may know of a playground. */
export interface Secrets {
  /** The owner account of its n8n. */
  account: Account;
  sandboxKey: string;
}

const random = () => randomBytes(12).toString('base64url');

/**
 * Reads the secrets of a playground, or makes them at its first start.
 *
 * @param folder of its data
 */
export async function readSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secrets: Secrets = {
    // n8n wants a digit and a capital letter in it.
    account: { email: demoEmail, password: `N8-${random()}` },
    sandboxKey: `sandbox-${random()}`,
  };
  // Nobody could log in to an n8n that was set up with another account.
  for (const madeBefore of ['n8n', 'imported.json'])
    await rm(join(folder, madeBefore), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
