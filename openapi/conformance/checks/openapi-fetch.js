import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { compile, createPath, requestExamples, workspace, write } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

const consumer = `
import createClient from 'openapi-fetch';
import type { paths } from 'videogen-openapi';
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1' });
export async function consume() {
  const { data, error } = await client.POST('/v1/videos/generations', {
    body: { model: 'videogen-2.0-text-to-video', prompt: 'x' },
  });
  if (!data) throw new Error(JSON.stringify(error as unknown));
  return client.GET('/v1/tasks/{task_id}', { params: { path: { task_id: data.id } } });
}
// @ts-expect-error the image is missing
void client.POST('/v1/videos/generations', { body: { model: 'videogen-2.0-image-to-video', prompt: 'x' } });
`;

export default {
  tool: 'openapi-fetch',
  proves: 'typed by the published types; creates and reads a task of the sandbox',
  async check() {
    const folder = await workspace('openapi-fetch');
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(await compile([file], ['--lib', 'es2022,dom,dom.iterable']), '');

    await withSandbox(async (baseUrl) => {
      const client = createClient({ baseUrl, headers: { authorization: `Bearer ${key}` } });
      const created = await client.POST(createPath, { body: requestExamples.text });
      assert.equal(created.data?.status, 'pending', JSON.stringify(created.error));
      const params = { path: { task_id: created.data.id } };
      const read = await client.GET('/v1/tasks/{task_id}', { params });
      assert.ok(read.data?.status, JSON.stringify(read.error));
    });
  },
};
