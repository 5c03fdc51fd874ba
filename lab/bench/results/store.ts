import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootFolder } from '../../../playground/folders.ts';
import type { Result } from './result.ts';

/** Where the raw results are kept, one file per measure. */
export const resultsFolder = join(rootFolder, 'docs', 'benchmarks');

export async function storeResult(result: Result, folder = resultsFolder): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, `${result.measure}.json`),
    `${JSON.stringify(result, undefined, 2)}\n`,
  );
}

/** All stored results, by measure. */
export async function readResults(folder = resultsFolder): Promise<Map<string, Result>> {
  const names = await readdir(folder).catch(() => []);
  const results = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Result),
  );
  return new Map(results.map((result) => [result.measure, result]));
}
