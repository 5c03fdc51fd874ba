import assert from 'node:assert/strict';
import { bundleFile, compile, requestExamples, run, workspace, write } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

const consumer = `
import { createVideo, type ImageToVideoRequest } from './client';
export async function consume() {
  const created = await createVideo({ model: 'videogen-2.0-text-to-video', prompt: 'x' });
  return created.status === 200 ? created.data.id : created.status;
}
// @ts-expect-error a model of another mode
export const wrong: ImageToVideoRequest = { model: 'videogen-2.0-text-to-video', prompt: 'x', image_urls: [] };
`;

const configOf = (baseUrl) => `export default {
  videogen: {
    input: ${JSON.stringify(bundleFile)},
    output: { target: './client.ts', client: 'fetch', baseUrl: ${JSON.stringify(baseUrl)} },
  },
};`;

export default {
  tool: 'Orval (fetch)',
  proves: 'the client compiles, creates and reads a task of the sandbox; a wrong mode does not',
  check: () =>
    withSandbox(async (baseUrl) => {
      const folder = await workspace('orval');
      await write(folder, 'orval.config.mjs', configOf(baseUrl));
      const made = await run('orval', ['--config', 'orval.config.mjs'], { cwd: folder });
      assert.equal(made.code, 0, made.output);
      const file = await write(folder, 'consumer.ts', consumer);
      assert.equal(await compile([file], ['--lib', 'es2022,dom,dom.iterable']), '');

      const client = await import(`${folder}/client.ts`);
      const options = { headers: { authorization: `Bearer ${key}` } };
      const created = await client.createVideo(requestExamples.text, options);
      assert.equal(created.data.status, 'pending', JSON.stringify(created));
      const read = await client.getTask(created.data.id, options);
      assert.equal(read.status, 200);
    }),
};
