import assert from 'node:assert/strict';
import { compile, form, run, workspace, write } from '../context.js';

const consumer = `
import { createVideo, getTask, type ImageToVideoRequest, type TaskStatus } from './client';
const prompt = 'A paper boat';
const image: ImageToVideoRequest = { model: 'videogen-2.0-fast-image-to-video', prompt, image_urls: ['https://a.example/a.jpg'] };
export async function consume() {
  const created = await createVideo({ body: image });
  const task = await getTask({ path: { task_id: created.data!.id } });
  const status: TaskStatus = task.data!.status;
  return [status, task.data?.results?.[0]];
}
// @ts-expect-error a model of another mode
export const wrong: ImageToVideoRequest = { model: 'videogen-2.0-text-to-video', prompt, image_urls: [] };
// @ts-expect-error the image is missing
void createVideo({ body: { model: 'videogen-2.0-image-to-video', prompt } });
`;

export default {
  tool: '@hey-api/openapi-ts',
  proves: 'the client compiles; a wrong mode is a compile error; the webhook has its types',
  async check() {
    const folder = await workspace('hey-api');
    const input = await write(folder, 'openapi.json', form());
    const { code, output } = await run('openapi-ts', ['-i', input, '-o', `${folder}/client`]);
    assert.equal(code, 0, output);
    const webhook = `import type { TaskFinishedWebhookPayload } from './client';
export const notice: TaskFinishedWebhookPayload = { status: 'completed', results: [] };`;
    const files = [
      await write(folder, 'consumer.ts', consumer),
      await write(folder, 'webhook.ts', webhook),
    ];
    assert.equal(await compile(files, ['--lib', 'es2022,dom,dom.iterable']), '');
  },
};
