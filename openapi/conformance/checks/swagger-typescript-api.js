import assert from 'node:assert/strict';
import { compile, form, run, workspace, write } from '../context.js';

const consumer = `
import { Api, type ImageToVideoRequest } from './Api';
const api = new Api({ baseUrl: 'http://127.0.0.1' });
const body: ImageToVideoRequest = { model: 'videogen-2.0-image-to-video', prompt: 'x', image_urls: ['https://a.example/a.jpg'] } as ImageToVideoRequest;
export async function consume() {
  const created = await api.v1.createVideo(body);
  const task = await api.v1.getTask(created.data.id);
  return task.data.results?.[0];
}
// @ts-expect-error the prompt is a string
void api.v1.createVideo({ model: 'videogen-2.0-text-to-video', prompt: 7 });
// @ts-expect-error the identifier is a string
void api.v1.getTask(7);
`;

export default {
  tool: 'swagger-typescript-api',
  proves: 'the client compiles with both operations; wrong types are compile errors',
  async check() {
    const folder = await workspace('swagger-typescript-api');
    const input = await write(folder, 'openapi.json', form());
    const options = [
      'generate',
      '-p',
      input,
      '-o',
      folder,
      '-n',
      'Api.ts',
      '--generate-union-enums',
    ];
    const { code, output } = await run('swagger-typescript-api', options);
    assert.equal(code, 0, output);
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(await compile([file], ['--lib', 'es2022,dom,dom.iterable']), '');
  },
};
