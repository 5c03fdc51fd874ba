import assert from 'node:assert/strict';
import { compile, createPath, form, workspace, write } from '../context.js';

const consumer = `
import type { FromSchema } from 'json-schema-to-ts';
import { schema } from './schema';
type Request = FromSchema<typeof schema>;
export const request: Request = { model: 'videogen-2.0-text-to-video', prompt: 'x' };
// @ts-expect-error no prompt
export const silent: Request = { model: 'videogen-2.0-text-to-video' };
// @ts-expect-error no such model
export const unknown: Request = { model: 'videogen-1.0', prompt: 'x' };
`;

export default {
  tool: 'json-schema-to-ts',
  proves: 'makes the request type of the dereferenced and the flat form; wrong ones do not compile',
  async check() {
    for (const name of ['dereferenced', 'flat']) {
      const folder = await workspace(`json-schema-to-ts-${name}`);
      const { schema } = form(name).paths[createPath].post.requestBody.content['application/json'];
      const text = `export const schema = ${JSON.stringify(schema)} as const;`;
      await write(folder, 'schema.ts', text);
      assert.equal(await compile([await write(folder, 'consumer.ts', consumer)]), '');
    }
  },
};
