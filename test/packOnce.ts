import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { packRoot } from '../playground/install/packRoot.ts';
import { packedVariable } from './packed.ts';

/** Packs the package once for all test files of a run; their processes inherit where it is. */
export default async function packOnce(): Promise<void> {
  const folder = await mkdtemp(join(process.env.VIDEOGEN_TEST_FOLDER!, 'package-'));
  process.env[packedVariable] = await packRoot(folder);
}
