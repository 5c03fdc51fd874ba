import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { packRoot } from '../playground/install/packRoot.ts';

/** Holds the path of what has been packed for all test files of a run; their processes inherit it. */
const variable = 'TEST_PACKED';

/** Vitest's global setup: packs the package once for all test files of a run. */
export default async function packOnce(): Promise<void> {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER!, 'package-'));
  process.env[variable] = await packRoot(folder);
}

/**
 * Path of the packed package, which is packed now where nobody has done so for the whole run.
 *
 * @param folder gets the tarball then, and nothing else stays in it
 */
export const packedPackage = async (folder: string): Promise<string> =>
  process.env[variable] ?? (await packRoot(folder));
