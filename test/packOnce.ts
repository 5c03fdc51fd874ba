import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packRoot } from '../playground/install/packRoot.ts';

/** Packs the package once for all test files of a run. */
export default async function packOnce(project: TestProject): Promise<void> {
  const folder = await mkdtemp(join(process.env.VIDEOGEN_TEST_FOLDER!, 'package-'));
  project.provide('tarball', await packRoot(folder));
}
