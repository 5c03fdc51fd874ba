import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const files = globSync('nodes/**/*.ts').toSorted();
const known = new Set(files);

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|require\(|import\() ?'(\.[^']*)'/g)]
    .map(([, name]) => `${join(file, '..', name!)}.ts`)
    .filter((other) => known.has(other));

/** Files that import each other round in a circle, and those that need them. */
function findCircle(): string[] {
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const free = () =>
    [...imports.keys()].filter((file) => !imports.get(file)!.some((other) => imports.has(other)));
  for (let found = free(); found.length > 0; found = free())
    for (const file of found) imports.delete(file);
  return [...imports.keys()];
}

/** The texts of a file, but for the names that it imports. */
function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) texts.push(node.text);
    if (ts.isTemplateMiddleOrTemplateTail(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Whether a file is the catalogue, or has what a form shows. */
const maySpeakOfMoney = (file: string) =>
  /^nodes\/(outcomes\/|generated\/|\w+\/\w+\.node\.ts|\w+\/fields|results\/\w+Options)/.test(file);

describe('the files of the nodes', () => {
  it('speak of money in the catalogue of outcomes alone', () => {
    const money = /\b(charged?|charges|pays?|paid|costs?|money)\b/i;
    const found = files
      .filter((file) => !maySpeakOfMoney(file))
      .flatMap((file) =>
        textsOf(file)
          .filter((text) => money.test(text) && text !== 'paid')
          .map((text) => `${file}: ${text}`),
      );
    expect(found).toEqual([]);
    expect(textsOf('nodes/outcomes/money.ts')).toContain('Nothing was charged.');
  });

  it('never import each other in a circle, types included', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(findCircle()).toEqual([]);
  });

  it('are in rooms that the map of the house names', () => {
    const map = readFileSync('CONTRIBUTING.md', 'utf8');
    const rooms = new Set(files.map((file) => file.split('/')[1]!));
    expect([...rooms].filter((room) => !map.includes(`${room}/`))).toEqual([]);
    const named = [...map.matchAll(/`((?:nodes|test|lab)\/[\w./]+)`/g)].map(([, path]) => path!);
    expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
  });
});
