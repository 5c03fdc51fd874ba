import { expect, it } from 'vitest';
import { listUnspecified } from '../../openapi/build/listUnspecified.ts';
import { readBuilt } from './document.ts';

/** Every note of the document, wherever it stands. */
function notesOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'x-unspecified' ? Object.values(value as Record<string, string>) : notesOf(value),
  );
}

it('the page of gaps has every gap of the document, at its place in the words of a reader', async () => {
  const bundle = await readBuilt('openapi');
  const page = listUnspecified(bundle);
  const notes = notesOf(bundle);
  expect(notes.length).toBeGreaterThan(40);
  expect(notes.filter((note) => !page.includes(`| ${note} |`))).toEqual([]);
  expect(page).toContain('| `Task`, `results`, each element | values |');
  expect(page).toContain('| `TextToVideoRequest` | required | observed | Every request shape');
});
