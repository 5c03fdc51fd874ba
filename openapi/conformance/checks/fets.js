import assert from 'node:assert/strict';
import { createClient } from 'fets';
import { compile, createPath, form, requestExamples, workspace, write } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

const consumer = `
import { createClient, type NormalizeOAS } from 'fets';
import type { document } from './document';
const client = createClient<NormalizeOAS<typeof document>>({ endpoint: 'https://video.example.com' });
const headers = { Authorization: 'Bearer x' } as const;
export async function consume() {
  const response = await client['/v1/videos/generations'].post({ headers, json: { model: 'videogen-2.0-text-to-video', prompt: 'x' } });
  if (!response.ok) throw new Error(String(response.status));
  const { id, status } = await response.json();
  return [id satisfies string, status satisfies string];
}
// @ts-expect-error the prompt is missing
void client['/v1/videos/generations'].post({ headers, json: { model: 'videogen-2.0-text-to-video' } });
`;

export default {
  tool: 'feTS',
  proves:
    'answers have their types from the document alone; creates and reads a task of the sandbox',
  async check() {
    const folder = await workspace('fets');
    await write(
      folder,
      'document.ts',
      `export const document = ${JSON.stringify(form())} as const;`,
    );
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(await compile([file], ['--lib', 'es2022,dom,dom.iterable']), '');

    await withSandbox(async (endpoint) => {
      const client = createClient({ endpoint });
      const headers = { authorization: `Bearer ${key}` };
      const created = await client[createPath].post({ headers, json: requestExamples.text });
      const { id, status } = await created.json();
      assert.equal(status, 'pending');
      const read = await client['/v1/tasks/{task_id}'].get({ headers, params: { task_id: id } });
      assert.equal(read.status, 200);
    });
  },
};
