import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { dist, form } from '../context.js';

const require = createRequire(import.meta.url);
const expected = [
  'Create a video',
  'Read a task',
  'Receive the task&#x27;s result',
  'Image, first and last frame',
  'A task reached a result',
];

export default {
  tool: 'Redoc',
  proves: 'renders operations, callback and webhook; the built page loads nothing from elsewhere',
  async check() {
    const { createElement } = require('react');
    const { renderToString } = require('react-dom/server');
    const { Redoc, createStore } = require('redoc');
    const store = await createStore(form(), undefined, { expandDefaultServerVariables: true });
    const html = renderToString(createElement(Redoc, { store }));
    for (const text of expected) assert.ok(html.includes(text), `${text} is missing`);

    const page = await readFile(join(dist, 'reference.html'), 'utf8');
    const [head] = page.split('<script>');
    assert.doesNotMatch(head, /<(link|img|script)\b/);
    assert.doesNotMatch(page, /<script[^>]+src=/);
    assert.doesNotMatch(page, /https:\/\/cdn\.redoc/);
  },
};
