import assert from 'node:assert/strict';
import { compile, form, run, workspace, write } from '../context.js';

const consumer = `
import { createApiClient, type Schemas } from './client';
const api = createApiClient({ fetch: () => Promise.resolve(new Response()) }, 'http://127.0.0.1');
const image: Schemas.ImageToVideoRequest = { model: 'videogen-2.0-image-to-video', prompt: 'x', image_urls: ['https://a.example/a.jpg'] };
export async function consume() {
  const created = await api.post('/v1/videos/generations', { body: image });
  const task = await api.get('/v1/tasks/{task_id}', { path: { task_id: created.id } });
  return task.results?.[0];
}
// @ts-expect-error no such path
void api.get('/v1/videos');
// @ts-expect-error a model of another mode
export const wrong: Schemas.ImageToVideoRequest = { model: 'videogen-2.0-text-to-video', prompt: 'x', image_urls: [] };
`;

export default {
  tool: 'typed-openapi',
  proves: 'the client compiles; a wrong path or mode is a compile error',
  async check() {
    const folder = await workspace('typed-openapi');
    await write(folder, 'openapi.json', form());
    // It writes below the folder in which it runs, whatever the path.
    const { code, output } = await run('typed-openapi', ['openapi.json', '-o', 'client.ts'], {
      cwd: folder,
    });
    assert.equal(code, 0, output);
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(await compile([file], ['--lib', 'es2022,dom,dom.iterable']), '');
  },
};
