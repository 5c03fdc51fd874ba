import assert from 'node:assert/strict';
import { bundleFile, compile, run, workspace, write } from '../context.js';

const consumer = `
import { knownTaskStatusValues, type GenerationRequest, type ImageToVideoRequest, type webhooks } from './types';
const prompt = 'A paper boat';
export const request: GenerationRequest = { model: 'videogen-2.0-fast-text-to-video', prompt };
export const states: readonly ('pending' | 'completed' | 'failed')[] = knownTaskStatusValues;
type Notice = NonNullable<webhooks['taskFinished']['post']['requestBody']>['content']['application/json'];
export const notice: Notice = { status: 'completed', results: [] };
// @ts-expect-error a model of another mode
export const wrong: ImageToVideoRequest = { model: 'videogen-2.0-text-to-video', prompt, image_urls: [] };
// @ts-expect-error the image is missing
export const missing: GenerationRequest = { model: 'videogen-2.0-image-to-video', prompt };
`;

export default {
  tool: 'openapi-typescript',
  proves: 'its own command gives types and status values; wrong modes are compile errors',
  async check() {
    const folder = await workspace('openapi-typescript');
    const options = ['--root-types', '--root-types-no-schema-prefix', '--enum-values'];
    const types = `${folder}/types.ts`;
    const made = await run('openapi-typescript', [bundleFile, '-o', types, ...options], {
      from: 'root',
    });
    assert.equal(made.code, 0, made.output);
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(await compile([file]), '');
  },
};
