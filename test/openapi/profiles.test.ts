import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { arbitraryOf } from './arbitraryOf.ts';

const read = async (form: string) =>
  JSON.parse(await readFile(`openapi/dist/openapi.${form}.json`, 'utf8'));
const document = JSON.parse(await readFile('openapi/dist/openapi.json', 'utf8'));
const yamlFiles = (await readdir('openapi/dist')).filter((file) => file.endsWith('.yaml'));
const flat = await read('flat');
const strict = await read('strict');
const old = await read('3.0');
const swagger = JSON.parse(await readFile('openapi/dist/swagger.json', 'utf8'));
const dereferenced = await read('dereferenced');

const body = (operation: { requestBody: { content: Record<string, { schema: unknown }> } }) =>
  operation.requestBody.content['application/json']! as {
    schema: { properties: Record<string, object>; required: string[]; type: string };
    examples: Record<string, { value: unknown }>;
  };
const create = (document: typeof flat) => document.paths['/v1/videos/generations'].post;

function validatorOf(schema: object) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

function keysOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [key, ...keysOf(value)]);
}

const modelIds = Object.keys(
  (body(create(dereferenced)).schema as unknown as { discriminator: { mapping: object } })
    .discriminator.mapping,
);

describe('every form', () => {
  const forms = { 'the document': document, flat, strict, 'the 3.0 profile': old, dereferenced };

  it.each(Object.entries(forms))('has task_id at the operation, in full: %s', (_name, found) => {
    const item = found.paths['/v1/tasks/{task_id}'];
    expect(Object.keys(item)).toEqual(['get']);
    expect(item.get.parameters).toMatchObject([{ name: 'task_id', in: 'path', required: true }]);
  });

  it.each(Object.entries(forms))('has servers that a router can match: %s', (_name, found) => {
    expect(found.servers.map(({ url }: { url: string }) => url)).toEqual([
      'http://127.0.0.1:8787',
      'https://{host}',
    ]);
  });

  it.each(Object.entries(forms))('lets what may be left out be null: %s', (_name, found) => {
    const { schema } =
      found.paths['/v1/tasks/{task_id}'].get.responses['200'].content['application/json'];
    const { properties } = schema.$ref ? found.components.schemas.Task : schema;
    for (const field of ['id', 'progress', 'results']) {
      const { type, nullable } = properties[field];
      expect([field, nullable ?? type.includes('null')]).toEqual([field, true]);
    }
  });

  it.each(yamlFiles)('reads the same in YAML 1.1 and as JSON: %s', async (file) => {
    const text = await readFile(`openapi/dist/${file}`, 'utf8');
    const document = parse(text);
    expect(parse(text, { version: '1.1' })).toEqual(document);
    const twin = `openapi/dist/${file.replace(/yaml$/, 'json')}`;
    if (existsSync(twin)) expect(JSON.parse(await readFile(twin, 'utf8'))).toEqual(document);
  });
});

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
    expect(request.schema.properties.model).toMatchObject({ enum: modelIds });
  });

  it('allows no body that the document refuses', () => {
    const allows = validatorOf(request.schema);
    const accepts = validatorOf(body(create(dereferenced)).schema);
    const bodies = fc.sample(
      arbitraryOf(request.schema as never).filter((value) => allows(value)),
      { numRuns: 2000, seed: 7 },
    );
    expect(bodies.filter((value) => !accepts(value))).toEqual([]);
  });

  it('refuses an image model without its images, or with three', () => {
    const allows = validatorOf(request.schema);
    const image = { model: 'videogen-2.0-image-to-video', prompt: 'x' };
    const url = 'https://files.example.com/a.jpg';
    expect(
      [image, { ...image, image_urls: [url, url, url] }].filter((value) => allows(value)),
    ).toEqual([]);
    expect(allows({ ...image, image_urls: [url] })).toBe(true);
  });

  it('takes every example of the document', () => {
    const validate = validatorOf(request.schema);
    for (const { value } of Object.values(body(create(dereferenced)).examples))
      expect([value, validate(value)]).toEqual([value, true]);
  });
});

describe('the 3.0 profile', () => {
  it('is OpenAPI 3.0.2 without what came after it', () => {
    expect(old.openapi).toBe('3.0.2');
    const keys = new Set(keysOf(old));
    for (const key of ['webhooks', 'oneOf', 'if', 'discriminator', 'identifier', 'x-evidence'])
      expect([key, keys.has(key)]).toEqual([key, false]);
  });

  it('has the schemas of the answers and the request under their names', () => {
    expect(Object.keys(old.components.schemas).sort()).toEqual([
      ...['CreatedTask', 'GenerationRequest', 'Task'],
    ]);
    expect(body(create(old)).schema).toEqual({ $ref: '#/components/schemas/GenerationRequest' });
  });

  it('has no answer without content', () => {
    const read = old.paths['/v1/tasks/{task_id}'].get;
    for (const { responses } of [create(old), read]) {
      expect(Object.keys(responses)).toEqual(['200', '401']);
      for (const [code, answer] of Object.entries<{ content?: object }>(responses))
        expect([code, Object.keys(answer.content ?? {})]).toEqual([code, ['application/json']]);
      expect(responses['401'].content['application/json'].schema).toEqual({
        type: 'object',
        description: expect.stringMatching(/^The body of an error.*ours/),
      });
    }
  });
});

describe('the Swagger profile', () => {
  it('has the operations of the 3.0 profile, and its schemas under their names', () => {
    const [{ schema, ...parameter }] = create(swagger).parameters;
    expect(parameter).toMatchObject({ in: 'body', required: true });
    expect(schema).toEqual({ $ref: '#/definitions/GenerationRequest' });
    const { parameters, responses } = swagger.paths['/v1/tasks/{task_id}'].get;
    expect(parameters).toMatchObject([{ name: 'task_id', in: 'path', type: 'string' }]);
    expect(responses['200'].schema).toEqual({ $ref: '#/definitions/Task' });
    const { Task, ...others } = swagger.definitions;
    expect(Object.keys(others)).toEqual(['GenerationRequest', 'CreatedTask']);
    expect(Task.properties.results).toMatchObject({ type: 'array', 'x-nullable': true });
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
    ['a completed task with null for its results', 'Task', { status: 'completed', results: null }],
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
