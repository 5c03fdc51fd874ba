import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { defects } from './defects.ts';

interface Fault {
  message: string;
  pointer: Array<string | number>;
}

const run = promisify(execFile);
const plugin = new URL('../../../openapi/lint/plugin.js', import.meta.url);
const rules: Record<string, (document: object) => Fault[]> = (await import(plugin.href)).rules;
const bundle = JSON.parse(await readFile('openapi/dist/openapi.json', 'utf8'));

const spoiled = (defect: (typeof defects)[number]) => {
  const document = structuredClone(bundle);
  defect.spoil(document);
  return document;
};

/** Lints with the real command, as CI does; its exit code is 1 when it finds a problem. */
async function lint(file: string) {
  const { stdout } = await run(
    'node_modules/.bin/redocly',
    ['lint', file, '--config', 'openapi/redocly.yaml', '--format', 'json'],
    { maxBuffer: 1e8 },
  ).catch((failure) => failure);
  const found = JSON.parse(stdout.slice(stdout.indexOf('{')));
  return found.problems as Array<{ ruleId: string; message: string }>;
}

describe('our lint rules', () => {
  it('have a seeded defect each', () => {
    expect([...new Set(defects.map(({ rule }) => rule))].sort()).toEqual(Object.keys(rules).sort());
  });

  it.each(Object.keys(rules))('%s accepts the document', (rule) => {
    expect(rules[rule]!(bundle)).toEqual([]);
  });

  it.each(defects)('$rule catches $name', ({ rule, says, ...defect }) => {
    const document = spoiled({ rule, says, ...defect });
    expect(rules[rule]!(document).map(({ message }) => message)).toContain(says);
  });
});

describe('redocly lint', () => {
  it('finds no problem in the bundle under recommended-strict and our rules', async () => {
    expect(await lint('openapi/dist/openapi.yaml')).toEqual([]);
  });

  it('reports the first defect of every rule of ours', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'videogen-lint-'));
    const document = structuredClone(bundle);
    const first = Object.keys(rules).map((rule) => defects.find((d) => d.rule === rule)!);
    for (const { spoil } of first) spoil(document);
    await writeFile(join(folder, 'spoiled.json'), JSON.stringify(document));

    const reported = await lint(join(folder, 'spoiled.json'));
    await rm(folder, { recursive: true });

    const ruleIds = reported.map(({ ruleId }) => ruleId);
    for (const { rule } of first) expect(ruleIds).toContain(`videogen/${rule}`);
    for (const { says } of first) expect(reported.map(({ message }) => message)).toContain(says);
  });
});
