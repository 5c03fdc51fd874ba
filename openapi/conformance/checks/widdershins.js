import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { bundleFile, form, run, workspace } from '../context.js';

const expected = [
  'Create a video',
  'Read a task',
  "Receive the task's result",
  '{$request.body#/callback_url}',
  'One image is the first frame.',
  ...Object.keys(form().components.schemas).filter((name) => name.endsWith('Request')),
];

export default {
  tool: 'widdershins',
  proves: 'the Markdown has both operations, the callback with its address, and every mode',
  async check() {
    const file = `${await workspace('widdershins')}/reference.md`;
    const { code, output } = await run('widdershins', [bundleFile, '-o', file]);
    assert.equal(code, 0, output);
    const markdown = await readFile(file, 'utf8');
    for (const text of expected) assert.ok(markdown.includes(text), `${text} is missing`);
  },
};
