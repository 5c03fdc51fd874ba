import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';

const read = async (form: string) =>
  JSON.parse(await readFile(`openapi/dist/openapi.${form}.json`, 'utf8'));
const flat = await read('flat');
const strict = await read('strict');
const dereferenced = await read('dereferenced');

const body = (operation: { requestBody: { content: Record<string, { schema: unknown }> } }) =>
  operation.requestBody.content['application/json']! as {
    schema: { properties: Record<string, object>; required: string[]; type: string };
    examples: Record<string, { value: unknown }>;
  };
const create = (document: typeof flat) => document.paths['/v1/videos/generations'].post;

function keysOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [key, ...keysOf(value)]);
}

describe('the flat profile', () => {
  const request = body(create(flat));

  it('has no combination, reference or extension left', () => {
    const keys = new Set(keysOf(flat));
    for (const key of ['oneOf', 'anyOf', 'allOf', '$ref', 'discriminator', 'x-evidence'])
      expect([key, keys.has(key)]).toEqual([key, false]);
  });

  it('has one object with the fields of all modes and all six ids', () => {
    expect(request.schema.type).toBe('object');
    expect(request.schema.required).toEqual(['model', 'prompt']);
    expect(Object.keys(request.schema.properties)).toEqual([
      ...['model', 'prompt', 'duration', 'quality', 'aspect_ratio', 'callback_url'],
      ...['image_urls', 'video_urls', 'audio_urls'],
    ]);
    expect(request.schema.properties.model).toMatchObject({
      enum: Object.keys(
        JSON.parse(JSON.stringify(body(create(dereferenced)).schema)).discriminator.mapping,
      ),
    });
  });

  it('tells in words what differs between modes, and restricts nothing that one mode allows', () => {
    const { minItems, maxItems, description } = request.schema.properties.image_urls as {
      [keyword: string]: unknown;
    };
    expect([minItems, maxItems]).toEqual([undefined, undefined]);
    expect(description).toBe(
      'Image to video: One image is the first frame. Two images are the first and the last frame, in this order. ' +
        'Reference to video: Image references, in the order in which the prompt counts them.',
    );
  });

  it('takes every example of the document', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const validate = ajv.compile(request.schema);
    for (const { value } of Object.values(body(create(dereferenced)).examples))
      expect([value, validate(value)]).toEqual([value, true]);
  });
});

describe('the strict profile', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', ...strict });
  const accepts = (schema: string, value: unknown) =>
    ajv.getSchema(`document#/components/schemas/${schema}`)!(value) as boolean;
  const results = ['https://files.example.com/a.mp4'];

  it.each([
    ['a state that the service does not name', 'Task', { status: 'processing' }],
    ['the same in the create answer', 'CreatedTask', { id: 'task_1', status: 'processing' }],
    ['a completed task without results', 'Task', { status: 'completed' }],
    ['a completed task with no result in the list', 'Task', { status: 'completed', results: [] }],
  ])('refuses %s', (_name, schema, value) => {
    expect(accepts(schema, value)).toBe(false);
  });

  it.each([
    ['a completed task with its video', { status: 'completed', results }],
    ['a pending task without results', { status: 'pending' }],
    ['fields that the service does not name', { status: 'failed', error: 'x' }],
  ])('takes %s', (_name, value) => {
    expect(accepts('Task', value)).toBe(true);
  });
});
