import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { helpText } from '../../sandbox/src/cli/commandLine.ts';
import { catalogue } from '../../sandbox/src/faults/fault.ts';

const readme = await readFile('sandbox/README.md', 'utf8');

describe('the README of the sandbox', () => {
  it('lists every fault with its meaning, and no other', () => {
    const section = readme.slice(readme.indexOf('## Faults'), readme.indexOf('## Options'));
    const rows = section.matchAll(/^\| `([a-z-]+)` +\| (.+?) +\|$/gm);
    const meanings = Object.entries(catalogue).map(([name, { meaning }]) => [name, meaning]);
    expect(Array.from(rows, ([, name, meaning]) => [name, meaning])).toEqual(meanings);
  });

  it('lists the options as --help does', () => {
    const [, listed] = /## Options\n\n```\n([^`]+)```/.exec(readme) ?? [];
    const options = helpText.slice(helpText.indexOf('  --port'));
    expect(listed!.replace('[~/', '[HOME/')).toBe(options.replace(/\[\/\S+\/\./, '[HOME/.'));
  });
});
