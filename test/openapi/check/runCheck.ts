import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Report } from '../../../openapi/src/check/report.ts';

export const key = 'a-key-for-the-check-4711';

export interface Outcome {
  code: number;
  /** Everything that it wrote to the terminal. */
  output: string;
  report: Report;
  /** The verdict of each promise, and what was seen. */
  verdicts: Record<string, string>;
  /** What was seen of the gap at a place, such as `Task, id / presence`. */
  seen(gap: string): string;
}

/** Runs the published command against a server of this machine. */
export async function runCheck(
  url: string,
  args: string[] = [],
  ownKey: string = key,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'videogen-check-'));
  const json = join(folder, 'report.json');
  const command = ['openapi/dist/command/cli.js', 'check', '--url', url, '--json', json];
  const options = { env: { ...process.env, VIDEOGEN_KEY: ownKey } };
  try {
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) =>
      execFile(
        process.execPath,
        [...command, '--interval-seconds', '0', ...args],
        options,
        (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      ),
    );
    const text = await readFile(json, 'utf8').catch(() => '{"findings":[],"unspecified":[]}');
    const report = JSON.parse(text) as Report;
    const verdicts = Object.fromEntries(
      report.findings.map(({ promise, verdict, evidence }) => [promise, `${verdict}: ${evidence}`]),
    );
    const seen = (gap: string) =>
      report.unspecified
        .filter(({ where, aspect }) => `${where} / ${aspect}` === gap)
        .flatMap((found) => found.seen)
        .join('; ');
    return { code, output: output + text, report, verdicts, seen };
  } finally {
    await rm(folder, { recursive: true });
  }
}
