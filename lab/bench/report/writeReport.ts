import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { rootFolder } from '../../../playground/folders.ts';
import type { Result } from '../results/result.ts';
import { drawPlot } from './drawPlot.ts';
import { rows } from './rows/index.ts';
import { writeMarkdown } from './writeMarkdown.ts';
import { writeSummary } from './writeSummary.ts';

const reportFile = join(rootFolder, 'docs', 'internals', 'benchmarks.md');
/** What users read; only its table is made. */
const summaryFile = join(rootFolder, 'docs', 'benchmarks.md');
const summaryMarks = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s;
const imagesFolder = join(rootFolder, 'docs', 'images', 'benchmarks');

/** The report and its plots, by file, as they follow from the results alone. */
export async function makeReport(
  results: ReadonlyMap<string, Result>,
): Promise<Map<string, string>> {
  const markdown = writeMarkdown(rows, results, relative(dirname(reportFile), imagesFolder));
  const style = await resolveConfig(reportFile);
  const table = `\n${writeSummary(rows, results)}\n\n`;
  const summary = (await readFile(summaryFile, 'utf8')).replace(summaryMarks, () => table);
  const files = new Map([
    [reportFile, await format(markdown, { ...style, parser: 'markdown' })],
    [summaryFile, await format(summary, { ...style, parser: 'markdown' })],
  ]);
  for (const row of rows) {
    const result = results.get(row.measure);
    if (result) files.set(join(imagesFolder, `${row.name}.svg`), drawPlot(row, result));
  }
  return files;
}

/** The plots that are there, of whatever row. */
export const listPlots = async (): Promise<string[]> =>
  (await readdir(imagesFolder).catch(() => [])).map((name) => join(imagesFolder, name));

export async function writeReport(results: ReadonlyMap<string, Result>): Promise<void> {
  const files = await makeReport(results);
  for (const [file, text] of files) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  // Of rows that are no more.
  for (const plot of await listPlots()) if (!files.has(plot)) await rm(plot);
  console.log(`Report: ${relative(rootFolder, reportFile)}`);
}
