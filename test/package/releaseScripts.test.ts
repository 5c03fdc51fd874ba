import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareRelease } from '../../.github/release/prepareRelease.mts';
import { readTag } from '../../.github/release/readTag.mts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'videogen-release-test-'));
  for (const folder of ['.', 'openapi', 'sandbox'])
    for (const file of ['package.json', 'CHANGELOG.md']) await copy(join(folder, file));
  for (const file of ['package-lock.json', 'openapi/openapi.yaml', 'openapi/arazzo.yaml'])
    await copy(file);
  for (const folder of ['.', 'openapi', 'sandbox'])
    await edit(join(folder, 'CHANGELOG.md'), (text) =>
      text.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Added\n\n- Something.\n'),
    );
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function copy(file: string) {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await cp(file, join(root, file));
}
const read = (file: string) => readFile(join(root, file), 'utf8');
const edit = async (file: string, change: (text: string) => string) =>
  writeFile(join(root, file), change(await read(file)));

describe('readTag', () => {
  const version = '98.7.6';

  it.each([
    ['v1.2.3', 'Expected a tag such as videogen-openapi@1.2.3, got v1.2.3.'],
    ['videogen-playground@1.0.0', /^Expected a tag such as/],
    ['videogen-openapi@99.0.0', /^Expected openapi\/package.json to be at 99.0.0, got /],
  ])('refuses %s', (tag, message) => {
    expect(() => readTag(tag, root)).toThrow(message);
  });

  it('refuses a version that the changelog does not have', async () => {
    await edit('package.json', (text) =>
      text.replace(/"version": ".*"/, `"version": "${version}"`),
    );
    expect(() => readTag(`n8n-nodes-videogen@${version}`, root)).toThrow(
      'Expected ./CHANGELOG.md to have a section [98.7.6], got none.',
    );
  });
});

describe('prepareRelease', () => {
  const prepare = (name: string) => prepareRelease(name, '98.7.6', '2030-01-02', root);

  it.each([
    ['n8n-nodes-videogen', '.'],
    ['videogen-openapi', 'openapi'],
    ['videogen-sandbox', 'sandbox'],
  ])('makes %s ready for the tag that it returns', async (name, folder) => {
    expect(prepare(name)).toBe(`${name}@98.7.6`);
    expect(readTag(`${name}@98.7.6`, root)).toBe(folder);
    expect(await read(join(folder, 'CHANGELOG.md'))).toContain(
      '## [Unreleased]\n\n## [98.7.6] - 2030-01-02\n\n### Added\n\n- Something.\n',
    );
    const { packages } = JSON.parse(await read('package-lock.json'));
    expect(packages[folder === '.' ? '' : folder].version).toBe('98.7.6');
  });

  it('gives the version of the document to all that need it', async () => {
    prepare('videogen-openapi');
    expect(await read('openapi/openapi.yaml')).toMatch(/^ {2}version: 98\.7\.6$/m);
    expect(await read('openapi/arazzo.yaml')).toMatch(/^ {2}version: 98\.7\.6$/m);
    const { dependencies } = JSON.parse(await read('sandbox/package.json'));
    expect(dependencies['videogen-openapi']).toBe('98.7.6');
    const { packages } = JSON.parse(await read('package-lock.json'));
    expect(packages.sandbox.dependencies['videogen-openapi']).toBe('98.7.6');
  });

  it('refuses what is not there to release', () => {
    expect(() => prepareRelease('videogen-playground', '1.0.0', '', root)).toThrow(
      /^Expected one of videogen-openapi, videogen-sandbox, n8n-nodes-videogen, got/,
    );
    expect(() => prepareRelease('videogen-sandbox', 'v1', '', root)).toThrow(/^Expected a version/);
    prepare('videogen-sandbox');
    expect(() => prepareRelease('videogen-sandbox', '98.7.7', '', root)).toThrow(
      'There is nothing under "Unreleased" in the changelog.',
    );
  });
});
