import assert from 'node:assert/strict';
import { compile, form, run, workspace, write } from '../context.js';

const config = `
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './client', clean: true },
  plugins: [pluginOas(), pluginTs(), pluginClient({ importPath: undefined })],
});
`;

const consumer = `
import { createVideo, getTask, type ImageToVideoRequest } from './client';
export async function consume() {
  const created = await createVideo({ model: 'videogen-2.0-text-to-video', prompt: 'x' });
  return (await getTask(created.id)).results?.[0];
}
// @ts-expect-error a model of another mode
export const wrong: ImageToVideoRequest = { model: 'videogen-2.0-text-to-video', prompt: 'x', image_urls: [] };
`;

export default {
  tool: 'Kubb',
  proves: 'types and client compile; a wrong mode is a compile error',
  async check() {
    const folder = await workspace('kubb');
    await write(folder, 'openapi.json', form());
    await write(folder, 'kubb.config.mjs', config);
    const { code, output } = await run('kubb', ['generate', '--config', 'kubb.config.mjs'], {
      cwd: folder,
    });
    assert.equal(code, 0, output);
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(
      await compile([file], ['--lib', 'es2022,dom,dom.iterable', '--allowImportingTsExtensions']),
      '',
    );
  },
};
