import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { rootFolder } from '../../../playground/folders.ts';
import type { Result } from '../results/result.ts';
import { drawPlot } from './drawPlot.ts';
import { rows } from './rows/index.ts';
import { writeMarkdown } from './writeMarkdown.ts';

const reportFile = join(rootFolder, 'docs', 'benchmarks.md');
const imagesFolder = join(rootFolder, 'docs', 'images', 'benchmarks');

/** The report and its plots, by file, as they follow from the results alone. */
export async function makeReport(
  results: ReadonlyMap<string, Result>,
): Promise<Map<string, string>> {
  const markdown = writeMarkdown(rows, results, relative(dirname(reportFile), imagesFolder));
  const style = await resolveConfig(reportFile);
  const files = new Map([[reportFile, await format(markdown, { ...style, parser: 'markdown' })]]);
  for (const row of rows) {
    const result = results.get(row.measure);
    if (result) files.set(join(imagesFolder, `${row.name}.svg`), drawPlot(row, result));
  }
  return files;
}

export async function writeReport(results: ReadonlyMap<string, Result>): Promise<void> {
  for (const [file, text] of await makeReport(results)) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  console.log(`Report: ${relative(rootFolder, reportFile)}`);
}
