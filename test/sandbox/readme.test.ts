import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { helpText } from '../../sandbox/src/cli/commandLine.ts';
import { catalogue } from '../../sandbox/src/faults/fault.ts';

const readme = readFileSync(new URL('../../sandbox/README.md', import.meta.url), 'utf8');

const sourcesOfFaultTests = ['faults/requestFaults', 'faults/taskFaults', 'callbacks/callbacks']
  .map((name) => readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8'))
  .join('\n');

describe('the README', () => {
  it.each(Object.entries(catalogue))('lists the fault %s as it is', (name, { meaning }) => {
    const row = new RegExp(`^\\| \`${name}\` +\\| (.+?) +\\|$`, 'm').exec(readme);
    expect(row?.[1]).toBe(meaning);
  });

  it('lists every option as --help does', () => {
    const options = helpText.split('\n').filter((line) => line.startsWith('  --'));
    for (const line of options.map((text) => text.replace(/ \[\/.*$/, '')))
      expect(readme).toContain(line.trimEnd());
  });
});

describe('the faults', () => {
  it.each(Object.keys(catalogue))('%s has a test', (name) => {
    expect(sourcesOfFaultTests).toMatch(new RegExp(`['\`: ]${name}[@=*'\` ]`));
  });
});
