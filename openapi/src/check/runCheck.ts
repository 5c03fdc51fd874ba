import { writeFile } from 'node:fs/promises';
import { isLoopback } from '../isLoopback.ts';
import { openBook } from './book.ts';
import { checkReads } from './checkReads.ts';
import { checkTask } from './checkTask.ts';
import { helpText, readCommandLine, type CheckOptions } from './commandLine.ts';
import { isUnchecked, makeReport, renderReport, type Report } from './report.ts';

/** Exit codes, as the help has them. */
const kept = 0;
const broken = 1;
const unchecked = 2;

/**
 * Checks a server.
 *
 * @throws NoAnswer when it cannot be reached
 */
export async function check(options: CheckOptions): Promise<Report> {
  const book = openBook(options.key);
  await checkReads(book, options);
  if (options.spend && book.doubt !== 'key') await checkTask(book, options);
  else if (book.doubt !== 'key')
    book.skip(
      'A task is created, read and finished',
      'Add --spend to create one task, which may be charged.',
    );
  return makeReport(book, options.url, new Date());
}

/**
 * The command `check`.
 *
 * @param args - what stands after it
 * @returns the exit code
 * @throws CommandLineError, or NoAnswer when the server cannot be reached
 */
export async function runCheck(args: string[]): Promise<number> {
  const line = readCommandLine(args);
  if (line.help) {
    process.stdout.write(helpText);
    return kept;
  }
  const { options, json, markdown } = line;
  if (!options.url.startsWith('https:') && !isLoopback(options.url))
    process.stderr.write('The key travels unencrypted to an http address.\n');
  const report = await check(options);
  if (json) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  if (markdown) await writeFile(markdown, renderReport(report));
  else process.stdout.write(renderReport(report));
  if (report.findings.some(({ verdict }) => verdict === 'broken')) return broken;
  return isUnchecked(report) ? unchecked : kept;
}
