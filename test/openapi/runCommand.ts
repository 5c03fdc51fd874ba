import { execFile } from 'node:child_process';

/** Runs the published command. */
export const runCommand = (
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      ['openapi/dist/command/cli.js', ...args],
      { maxBuffer: 1e7, env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
