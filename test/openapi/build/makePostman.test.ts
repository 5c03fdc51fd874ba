import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { makePostman } from '../../../openapi/build/makePostman.ts';

const read = async (name: string) => JSON.parse(await readFile(`openapi/dist/${name}`, 'utf8'));
const bundle = await read('openapi.json');
const dereferenced = await read('openapi.dereferenced.json');

describe('makePostman', () => {
  it('gives the same collection at every build', async () => {
    expect(await makePostman(bundle, dereferenced)).toEqual(
      await makePostman(bundle, dereferenced),
    );
  });

  it('keeps paid requests apart from the pair that creates and reads one task', async () => {
    const { item } = (await makePostman(bundle, dereferenced)) as {
      item: Array<{ name: string; item: Array<{ name: string }> }>;
    };
    expect(item.map((folder) => [folder.name, folder.item.map(({ name }) => name)])).toEqual([
      ['Create and read', ['Create a video', 'Read a task']],
      [
        'Every shape of request',
        [
          'Text',
          'Text, nothing but the prompt',
          'Text, fast model',
          'Image, first frame',
          'Image, first and last frame',
          'Reference, images, video and audio',
          'With a callback',
        ],
      ],
    ]);
  });
});
