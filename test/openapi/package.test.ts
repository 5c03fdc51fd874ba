import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const manifest = JSON.parse(await readFile('openapi/package.json', 'utf8'));

/** Every file that the exports of a package name, whatever the condition. */
function targets(entry: unknown): string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry as object).flatMap(targets);
}

describe('videogen-openapi', () => {
  it.each(targets(manifest.exports))('has %s', async (file) => {
    expect((await readFile(`openapi/${file}`)).length).toBeGreaterThan(0);
  });

  it('gives the same to import and to require', async () => {
    const [imported, required] = [await import('videogen-openapi'), require('videogen-openapi')];
    expect(Object.keys(imported).sort()).toEqual(Object.keys(required).sort());
    expect(JSON.stringify({ ...imported })).toBe(JSON.stringify({ ...imported, ...required }));
  });

  it('has the version of the document that it holds', () => {
    expect(require('videogen-openapi/openapi.json').info.version).toBe(manifest.version);
  });
});
