import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { makePostman } from '../../../openapi/build/makePostman.ts';

const dereferenced = JSON.parse(await readFile('openapi/dist/openapi.dereferenced.json', 'utf8'));

describe('makePostman', () => {
  it('keeps paid requests apart from the pair that creates and reads one task', () => {
    const { item } = makePostman(dereferenced) as {
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
