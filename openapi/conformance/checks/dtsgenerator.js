import assert from 'node:assert/strict';
import { join } from 'node:path';
import { compile, dist, run, workspace, write } from '../context.js';

const consumer = `
/// <reference path="./api.d.ts" />
export const image: Components.Schemas.ImageToVideoRequest = { model: 'videogen-2.0-image-to-video', prompt: 'x', image_urls: ['https://a.example/a.jpg'] };
export const id = (answer: Paths.CreateVideo.Responses.$200): string => answer.id;
// @ts-expect-error a model of another mode
export const wrong: Components.Schemas.ImageToVideoRequest = { model: 'videogen-2.0-text-to-video', prompt: 'x', image_urls: [] };
`;

export default {
  tool: 'dtsgenerator',
  proves: 'its declarations compile; a wrong mode is a compile error',
  async check() {
    const folder = await workspace('dtsgenerator');
    const types = join(folder, 'api.d.ts');
    const { code, output } = await run('dtsgen', ['-o', types, join(dist, 'openapi.json')]);
    assert.equal(code, 0, output);
    assert.equal(await compile([await write(folder, 'consumer.ts', consumer)]), '');
  },
};
