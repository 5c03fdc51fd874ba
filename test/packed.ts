import { packRoot } from '../playground/install/packRoot.ts';

/** Environment variable that holds the path of what `packOnce.ts` has packed for all test files of a run. */
export const packedVariable = 'VIDEOGEN_TEST_PACKED';

/**
 * Path of the packed package, which is packed now where nobody has done so for the whole run.
 *
 * @param folder gets the tarball then, and nothing else stays in it
 */
export const packedPackage = async (folder: string): Promise<string> =>
  process.env[packedVariable] ?? (await packRoot(folder));
