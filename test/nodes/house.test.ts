import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = globSync('nodes/**/*.ts').toSorted();
const known = new Set(files);

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|require\(|import\() ?'(\.[^']*)'/g)]
    .map(([, name]) => `${join(file, '..', name!)}.ts`)
    .filter((other) => known.has(other));

/** Files that import each other round in a circle, from the first that comes back to itself. */
function findCircle(): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const other of importsOf(file)) {
      const circle = visit(other, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of files) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

describe('the files of the nodes', () => {
  it('never import each other in a circle, types included', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(findCircle()).toEqual([]);
  });

  it('have names of their own, but for what each node folder has', () => {
    const ofEachNode = new Set(['run.ts', 'fields.ts', 'options.ts']);
    const names = files.map((file) => file.split('/').at(-1)!).filter((n) => !ofEachNode.has(n));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('are in rooms that the map of the house names', () => {
    const map = readFileSync('CONTRIBUTING.md', 'utf8');
    const rooms = new Set(files.map((file) => file.split('/')[1]!));
    expect([...rooms].filter((room) => !map.includes(`${room}/`))).toEqual([]);
    const named = [...map.matchAll(/`((?:nodes|test|lab)\/[\w./]+)`/g)].map(([, path]) => path!);
    expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
  });
});
