import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isThorough } from '../thorough.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const file = /\bnode (?:--no-warnings )?(\w[\w/]+\.ts)/.exec(script)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});

describe('the commands of package.json', () => {
  // Node.js finds no file by its name without the ending, which compilers and vitest do.
  it.runIf(isThorough).each(commands)('npm run %s finds all that it is made of', (_name, file) => {
    const { stderr } = spawnSync(process.execPath, [file, '--no-such-option'], {
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/no-such-option|Usage/);
  });
});
