import assert from 'node:assert/strict';
import { bundleFile, compile, requestExamples, run, workspace, write } from '../context.js';
import { key, withSandbox } from '../sandbox.js';

const consumer = `
import { createVideo } from './client';
export async function consume() {
  const created = await createVideo({ model: 'videogen-2.0-text-to-video', prompt: 'x' });
  return created.status === 200 ? created.data.id : created.status;
}
// @ts-expect-error the image is missing
void createVideo({ model: 'videogen-2.0-image-to-video', prompt: 'x' });
`;

export default {
  tool: 'oazapfts',
  proves:
    'the client compiles, creates and reads a task of the sandbox; a mode without its images does not',
  async check() {
    const folder = await workspace('oazapfts');
    const { code, output } = await run('oazapfts', [bundleFile, `${folder}/client.ts`]);
    assert.equal(code, 0, output);
    const file = await write(folder, 'consumer.ts', consumer);
    assert.equal(await compile([file], ['--lib', 'es2022,dom,dom.iterable']), '');

    const client = await import(`${folder}/client.ts`);
    await withSandbox(async (baseUrl) => {
      const options = { baseUrl, headers: { authorization: `Bearer ${key}` } };
      const created = await client.createVideo(requestExamples.text, options);
      assert.equal(created.data.status, 'pending', JSON.stringify(created));
      const read = await client.getTask(created.data.id, options);
      assert.equal(read.status, 200);
    });
  },
};
