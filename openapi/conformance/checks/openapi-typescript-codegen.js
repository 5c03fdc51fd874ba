import assert from 'node:assert/strict';
import { join } from 'node:path';
import { compile, dist, run, workspace, write } from '../context.js';

const consumer = `
import { GenerationRequest, TasksService, VideosService } from './client';
export async function consume() {
  const created = await VideosService.createVideo({ model: GenerationRequest.model.VIDEOGEN_2_0_TEXT_TO_VIDEO, prompt: 'x' });
  return (await TasksService.getTask(created.id)).results?.[0];
}
// @ts-expect-error a request needs a prompt
void VideosService.createVideo({ model: GenerationRequest.model.VIDEOGEN_2_0_TEXT_TO_VIDEO });
`;

export default {
  tool: 'openapi-typescript-codegen (3.0 profile)',
  proves: 'the client compiles and takes the standard models; a request without a prompt does not',
  async check() {
    const folder = await workspace('openapi-typescript-codegen');
    const input = join(dist, 'openapi.3.0.json');
    const { code, output } = await run('openapi', ['-i', input, '-o', `${folder}/client`]);
    assert.equal(code, 0, output);
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(await compile([file], ['--lib', 'es2022,dom,dom.iterable']), '');
  },
};
