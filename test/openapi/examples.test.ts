import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Task as TaskValidator } from 'videogen-openapi/validators';
import { describe, expect, it } from 'vitest';

interface Media {
  schema: object;
  examples: Record<string, { value: Record<string, unknown> }>;
}

const document = JSON.parse(await readFile('openapi/dist/openapi.dereferenced.json', 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const create = document.paths['/v1/videos/generations'].post;
const read = document.paths['/v1/tasks/{task_id}'].get;
const json = (body: { content: Record<string, Media> }): Media => body.content['application/json']!;
const request = json(create.requestBody);
const created = json(create.responses['200']);
const task = json(read.responses['200']);
const webhook = json(document.webhooks.taskFinished.post.requestBody);
const [callbackItem] = Object.values<typeof read>(create.callbacks.taskFinished);
const callback = json((callbackItem as { post: { requestBody: never } }).post.requestBody);

const accepts = (media: Media, value: unknown) => ajv.compile(media.schema)(value);

describe.each([
  ['the create request', request, 7],
  ['the create answer', created, 7],
  ['the task', task, 3],
  ['the callback', callback, 2],
  ['the webhook', webhook, 2],
])('%s', (_name, media, count) => {
  it(`has ${count} named examples, all valid`, () => {
    const values = Object.values(media.examples).map(({ value }) => value);
    expect(values).toHaveLength(count);
    for (const value of values) expect([value, accepts(media, value)]).toEqual([value, true]);
  });
});

describe('the create request', () => {
  const text = request.examples.text!.value;
  const image = request.examples.imageFirstFrame!.value;
  const url = 'https://files.example.com/a.jpg';

  it.each([
    ['no prompt', { ...text, prompt: undefined }],
    ['no model', { ...text, model: undefined }],
    ['an id that no mode has', { ...text, model: 'videogen-1.0-text-to-video' }],
    ['the image model without an image', { ...text, model: image.model }],
    ['the image model with no image in the list', { ...image, image_urls: [] }],
    ['the image model with three images', { ...image, image_urls: [url, url, url] }],
    ['an image that is not a URL', { ...image, image_urls: ['street at dusk'] }],
    ['a duration that is not an integer', { ...text, duration: 5.5 }],
    ['a callback address that is not a URL', { ...text, callback_url: 'here' }],
  ])('refuses %s', (_name, value) => {
    expect(accepts(request, JSON.parse(JSON.stringify(value)))).toBe(false);
  });

  it.each([
    ['a field that the service may add', { ...text, seed: 7 }],
    ['a duration that is not in use yet', { ...text, duration: 30 }],
    ['a quality that is not in use yet', { ...text, quality: '1080p' }],
    ['the fast model with the fields of the standard one', { ...image, model: fast(image.model) }],
  ])('takes %s', (_name, value) => {
    expect(accepts(request, value)).toBe(true);
  });
});

describe('the examples of a task', () => {
  it.each([
    ['read', task],
    ['callback', callback],
  ])('have nothing but what the service says of a %s', (_name, media) => {
    const fields = Object.values(media.examples).flatMap(({ value }) => Object.keys(value));
    const said = ['status', 'progress', 'results'];
    expect(fields.filter((field) => !said.includes(field))).toEqual([]);
  });
});

describe('the task', () => {
  it.each(['id', 'progress', 'results'])('takes null for %s', (field) => {
    const value = { status: 'pending', [field]: null };
    expect([accepts(task, value), TaskValidator(value)]).toEqual([true, true]);
  });

  it.each([
    ['a state that the service does not name', { status: 'processing', progress: 12.5 }],
    ['fields that the service does not name', { status: 'failed', error: { reason: 'x' } }],
    ['neither id nor progress', { status: 'pending' }],
  ])('takes %s', (_name, value) => {
    expect(accepts(task, value)).toBe(true);
  });

  it('refuses an answer without a status', () => {
    expect(accepts(task, { id: 'task_1' })).toBe(false);
  });
});

function fast(model: unknown) {
  return String(model).replace('2.0-', '2.0-fast-');
}
