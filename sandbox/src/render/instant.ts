import { writeFile } from 'node:fs/promises';
import { type Renderer } from './renderer.ts';
import { sampleMp4 } from './sampleMp4.ts';

/** Answers every order with the same tiny MP4, for tests that need no pixels. */
export const instantRenderer: Renderer = {
  name: 'instant',
  needsInputs: false,
  concurrency: 32,
  async render({ outputPath, onProgress }) {
    await writeFile(outputPath, sampleMp4);
    onProgress(100);
  },
};
