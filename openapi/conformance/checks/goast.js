import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { bundleFile, compile, workspace, write } from '../context.js';

const require = createRequire(import.meta.url);
const { OpenApiGenerator } = require('@goast/core');
const { TypeScriptFetchClientsGenerator, TypeScriptModelsGenerator } = require('@goast/typescript');

const consumer = `
import type { ImageToVideo } from './client/models/image-to-video';
import { TasksClient } from './client/clients/tasks-client';
export const read = TasksClient.prototype.getTask;
export const image: ImageToVideo = { model: 'videogen-2.0-image-to-video', prompt: 'x', image_urls: ['https://a.example/a.jpg'] };
// @ts-expect-error a model of another mode
export const wrong: ImageToVideo = { model: 'videogen-2.0-text-to-video', prompt: 'x', image_urls: [] };
`;

export default {
  tool: 'gOAst',
  proves: 'models and fetch clients compile; a wrong mode is a compile error',
  async check() {
    const folder = await workspace('goast');
    const { info } = console;
    console.log = () => undefined;
    await new OpenApiGenerator({ outputDir: `${folder}/client` })
      .useType(TypeScriptModelsGenerator)
      .useType(TypeScriptFetchClientsGenerator)
      .parseAndGenerate(bundleFile);
    console.log = info;
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(await compile([file], ['--lib', 'es2022,dom,dom.iterable']), '');
  },
};
