import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listUnspecified } from '../../../openapi/build/listUnspecified.ts';

const bundle = JSON.parse(await readFile('openapi/dist/openapi.json', 'utf8'));

/** Every note of the document, wherever it stands. */
function notesOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'x-unspecified' ? Object.values(value as Record<string, string>) : notesOf(value),
  );
}

describe('listUnspecified', () => {
  const page = listUnspecified(bundle);

  it('has every gap of the document', () => {
    const notes = notesOf(bundle);
    expect(notes.length).toBeGreaterThan(40);
    expect(notes.filter((note) => !page.includes(`| ${note} |`))).toEqual([]);
  });

  it('names the place in the words of a reader', () => {
    expect(page).toContain('| `Task`, `results`, each element | values |');
    expect(page).toContain('| `receiveTaskCallback` | signing |');
    expect(page).toContain('| The service as a whole | rate limits |');
  });

  it('gives the reason of each restriction that the service does not state', () => {
    expect(page).toContain('| `TextToVideoRequest` | required | observed | Every request shape');
  });
});
