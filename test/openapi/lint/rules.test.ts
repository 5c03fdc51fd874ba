import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { defects } from './defects.ts';

interface Fault {
  message: string;
  pointer: Array<string | number>;
}

const plugin = new URL('../../../openapi/lint/plugin.js', import.meta.url);
const rules: Record<string, (document: object) => Fault[]> = (await import(plugin.href)).rules;
const bundle = JSON.parse(await readFile('openapi/dist/openapi.json', 'utf8'));

const spoiled = (defect: (typeof defects)[number]) => {
  const document = structuredClone(bundle);
  defect.spoil(document);
  return document;
};

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
