import assert from 'node:assert/strict';
import { createMarkdownFromOpenApi } from '@scalar/openapi-to-markdown';
import { form } from '../context.js';

const expected = [
  ...['Create a video', 'Read a task', 'task_id', 'A task reached a result', 'Our advice:'],
  ...Object.keys(form().components.schemas.GenerationRequest.discriminator.mapping),
];

export default {
  tool: '@scalar/openapi-to-markdown',
  proves:
    'the Markdown for agents has both operations, the webhook, every model and our advice as ours',
  async check() {
    const markdown = await createMarkdownFromOpenApi(form());
    for (const text of expected) assert.ok(markdown.includes(text), `${text} is missing`);
  },
};
