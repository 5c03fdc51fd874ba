import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { missingNames } from '../../.github/release/findPlaceholders.mts';
import { namesOf, writeNames } from '../../.github/release/nameRepository.mts';

const author = 'Ada Lovelace <ada@example.com>';
const credential = 'credentials/VideoGenerationApi.credentials.ts';
const help = 'nodes/CreateVideo/CreateVideo.node.json';
const manifests = ['package.json', 'openapi/package.json', 'sandbox/package.json'];

async function someRepository(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'video-generation-names-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const file of [...manifests, credential, help]) await cp(file, join(root, file));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', '--all'], { cwd: root });
  return root;
}

describe('the command that names the repository', () => {
  it('names it in all packages, and leads all help to its documentation, again when it moves', async () => {
    const root = await someRepository();
    for (const repository of ['first/one', 'Ada/videos']) {
      const names = namesOf(repository, author);
      writeNames(names, root);
      for (const file of manifests) {
        const manifest = JSON.parse(await readFile(join(root, file), 'utf8'));
        expect(manifest).toMatchObject({ ...names, repository: { url: names.repository.url } });
        expect(manifest.repository.directory).toBe(file.split('/').at(-2));
        expect(missingNames(manifest, repository)).toEqual([]);
      }
      for (const [file, page] of [
        [credential, 'credentials'],
        [help, 'create-video'],
      ] as const)
        expect(await readFile(join(root, file), 'utf8')).toContain(`${names.homepage}/${page}`);
    }
  });

  it('takes the repository’s own pages for the documentation, or the address it is given', () => {
    expect(namesOf('Ada/videos', author).homepage).toBe('https://ada.github.io/videos');
    expect(namesOf('Ada/ada.github.io', author).homepage).toBe('https://ada.github.io');
    expect(namesOf('Ada/videos', author, 'https://docs.test/').homepage).toBe('https://docs.test');
  });

  it.each([
    ['Ada', author],
    ['Ada/videos', 'Ada Lovelace'],
    ['Ada/videos', ''],
  ])('refuses %s by %s', (repository, by) => {
    expect(() => namesOf(repository, by)).toThrow(/^Expected an? /);
  });
});

describe('a release', () => {
  const named = namesOf('Ada/videos', author);

  it.each([
    ['no names at all', {}, /has no homepage.*bugs.*repository.*author/],
    ['a placeholder', { ...named, homepage: 'https://videos.example' }, /\/\/videos\.example/],
    ['another repository', named, /names the repository .*Ada\/videos\.git, not Eve\/videos/],
  ])('stops at %s', (_, manifest, says) => {
    expect(missingNames(manifest, 'Eve/videos').join(' ')).toMatch(says);
  });
});
