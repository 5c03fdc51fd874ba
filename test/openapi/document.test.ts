import { Task as TaskValidator } from 'video-generation-openapi/validators';
import { expect, it } from 'vitest';
import { readAnswer } from '../../nodes/service/readAnswer.ts';
import { listUnspecified } from '../../openapi/build/listUnspecified.ts';
import { readBuilt, validatorOf } from './document.ts';

const bundle = await readBuilt('openapi');

interface Media {
  schema: object;
  examples: Record<string, { value: Record<string, unknown> }>;
}

const document = await readBuilt('openapi.dereferenced');
const create = document.paths['/v1/videos/generations'].post;
const json = (of: { content: Record<string, Media> }): Media => of.content['application/json']!;
const request = json(create.requestBody);
const task = json(document.paths['/v1/tasks/{task_id}'].get.responses['200']);
type Callback = { post: { requestBody: never } };
const [callbackItem] = Object.values<Callback>(create.callbacks.taskFinished);
const callback = json(callbackItem!.post.requestBody);
const webhook = json(document.webhooks.taskFinished.post.requestBody);

const acceptsRequest = validatorOf(request.schema);
const acceptsTask = validatorOf(task.schema);

const text = request.examples.text!.value;
const image = request.examples.imageFirstFrame!.value;
const url = 'https://files.example.com/a.jpg';
const fast = { ...image, model: String(image.model).replace('2.0-', '2.0-fast-') };

it.each([
  ['the create request', request, 7],
  ['the create answer', json(create.responses['200']), 7],
  ['the task', task, 3],
  ['the callback', callback, 2],
  ['the webhook', webhook, 2],
])('%s has named examples, all valid: %#', (_name, { examples, schema }, count) => {
  const values = Object.values(examples).map(({ value }) => value);
  expect(values).toHaveLength(count);
  const accepts = validatorOf(schema);
  expect(values.filter((value) => !accepts(value))).toEqual([]);
});

it.each([task, callback])('an example of a task has nothing but what the service says', (media) => {
  const fields = Object.values(media.examples).flatMap(({ value }) => Object.keys(value));
  const said = ['status', 'progress', 'results'];
  expect(fields.filter((field) => !said.includes(field))).toEqual([]);
});

it.each([
  ['no prompt', { ...text, prompt: undefined }, false],
  ['no model', { ...text, model: undefined }, false],
  ['an id that no mode has', { ...text, model: 'videogen-1.0-text-to-video' }, false],
  ['the image model without an image', { ...text, model: image.model }, false],
  ['the image model with no image in the list', { ...image, image_urls: [] }, false],
  ['the image model with three images', { ...image, image_urls: [url, url, url] }, false],
  ['an image that is not a URL', { ...image, image_urls: ['street at dusk'] }, false],
  ['a duration that is not an integer', { ...text, duration: 5.5 }, false],
  ['a callback address that is not a URL', { ...text, callback_url: 'here' }, false],
  ['a field that the service may add', { ...text, seed: 7 }, true],
  ['a duration that is not in use yet', { ...text, duration: 30 }, true],
  ['a quality that is not in use yet', { ...text, quality: '1080p' }, true],
  ['the fast model with the fields of the standard one', fast, true],
])('the create request with %s is taken: %s', (_name, value, isTaken) => {
  expect(acceptsRequest(JSON.parse(JSON.stringify(value)))).toBe(isTaken);
});

it.each<[object, boolean]>([
  [{ status: 'pending', id: null }, true],
  [{ status: 'pending', progress: null }, true],
  [{ status: 'pending', results: null }, true],
  [{ status: 'pending' }, true],
  [{ status: 'processing', progress: 12.5 }, true],
  [{ status: 'failed', error: { reason: 'x' } }, true],
  [{ id: 'task_1' }, false],
])('the task %j is taken: %s', (value, isTaken) => {
  expect([acceptsTask(value), TaskValidator(value)]).toEqual([isTaken, isTaken]);
});

it.each(Object.keys(bundle.components.schemas.ErrorAnswer.properties))(
  'ErrorAnswer names %s, in which the nodes look for words',
  (field) => {
    for (const said of ['No such key', { message: 'No such key' }]) {
      const text = JSON.stringify({ other: 'x', [field]: said });
      const answer = readAnswer({ httpStatus: 400, headers: {}, body: { text } }, String, 0);
      expect(answer).toMatchObject({ detail: expect.stringContaining('No such key') });
    }
  },
);

const plugin = new URL('../../openapi/lint/plugin.js', import.meta.url);
const rules: Record<string, (document: object) => object[]> = (await import(plugin.href)).rules;

it.each(Object.keys(rules))('the document keeps our lint rule %s', (rule) => {
  expect(rules[rule]!(bundle)).toEqual([]);
});

/** Every note of the document, wherever it stands. */
function notesOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'x-unspecified' ? Object.values(value as Record<string, string>) : notesOf(value),
  );
}

it('the page of gaps has every gap of the document, at its place in the words of a reader', () => {
  const page = listUnspecified(bundle);
  const notes = notesOf(bundle);
  expect(notes.length).toBeGreaterThan(40);
  expect(notes.filter((note) => !page.includes(`| ${note} |`))).toEqual([]);
  expect(page).toContain('| `Task`, `results`, each element | values |');
  expect(page).toContain('| `TextToVideoRequest` | required | observed | Every request shape');
});
