import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readBuilt, samplesOf, validatorOf } from './document.ts';

const document = await readBuilt('openapi');
const flat = await readBuilt('openapi.flat');
const strict = await readBuilt('openapi.strict');
const old = await readBuilt('openapi.3.0');
const dereferenced = await readBuilt('openapi.dereferenced');
const yamlFiles = (await readdir('openapi/dist')).filter((file) => file.endsWith('.yaml'));

const create = (of: typeof flat) => of.paths['/v1/videos/generations'].post;
const read = (of: typeof flat) => of.paths['/v1/tasks/{task_id}'].get;
const body = (of: typeof flat) => create(of).requestBody.content['application/json'];

function nodesOf(node: unknown): Array<Record<string, unknown>> {
  if (typeof node !== 'object' || node === null) return [];
  return [node as Record<string, unknown>, ...Object.values(node).flatMap(nodesOf)];
}
const lacks = (of: object, ...keys: string[]) => {
  const found = new Set(nodesOf(of).flatMap((node) => Object.keys(node)));
  expect(keys.filter((key) => found.has(key))).toEqual([]);
};

describe('every form', () => {
  const forms = { 'the document': document, flat, strict, 'the 3.0 profile': old, dereferenced };

  it.each(Object.entries(forms))('can be matched and read tolerantly: %s', (_name, found) => {
    expect(found.servers).toMatchObject([
      { url: 'http://127.0.0.1:8787', description: 'Local sandbox' },
      { url: 'https://{host}', description: 'Video service' },
    ]);
    expect(Object.keys(found.paths['/v1/tasks/{task_id}'])).toEqual(['get']);
    const { parameters, responses } = read(found);
    expect(parameters).toMatchObject([{ name: 'task_id', in: 'path', required: true }]);
    const { schema } = responses['200'].content['application/json'];
    const { properties } = schema.$ref ? found.components.schemas.Task : schema;
    // What may be left out may be null.
    for (const field of ['id', 'progress', 'results']) {
      const { type, nullable } = properties[field];
      expect([field, nullable ?? type.includes('null')]).toEqual([field, true]);
    }
    const lists = nodesOf(found).filter(({ type }) => [type].flat().includes('array'));
    expect(lists.length).toBeGreaterThan(3);
    expect(lists.filter(({ items }) => items === undefined)).toEqual([]);
  });

  it.each(yamlFiles)('reads the same in YAML 1.1 and as JSON: %s', async (file) => {
    const text = await readFile(`openapi/dist/${file}`, 'utf8');
    const parsed = parse(text);
    expect(parse(text, { version: '1.1' })).toEqual(parsed);
    const twin = `openapi/dist/${file.replace(/yaml$/, 'json')}`;
    if (existsSync(twin)) expect(JSON.parse(await readFile(twin, 'utf8'))).toEqual(parsed);
  });
});

describe('the flat profile', () => {
  const { schema } = body(flat);
  const allows = validatorOf(schema);
  const accepts = validatorOf(body(dereferenced).schema);

  it('is one object with the fields of all modes and all ids, without a combination', () => {
    lacks(flat, 'oneOf', 'anyOf', 'allOf', '$ref', 'discriminator', 'x-evidence');
    expect([schema.type, schema.required]).toEqual(['object', ['model', 'prompt']]);
    expect(Object.keys(schema.properties)).toEqual([
      ...['model', 'prompt', 'duration', 'quality', 'aspect_ratio', 'callback_url'],
      ...['image_urls', 'video_urls', 'audio_urls'],
    ]);
    const modelIds = Object.keys(body(dereferenced).schema.discriminator.mapping);
    expect(schema.properties.model).toMatchObject({ enum: modelIds });
  });

  it('allows no body that the document refuses, and every example of it', () => {
    const bodies = samplesOf(schema).filter(allows);
    expect(bodies.filter((value) => !accepts(value))).toEqual([]);
    const examples = Object.values<{ value: unknown }>(body(dereferenced).examples);
    expect(examples.filter(({ value }) => !allows(value))).toEqual([]);
  });
});

describe('the 3.0 profile', () => {
  it('has the smallest request as its only example, so that no tool sends more unasked', () => {
    const { properties, example } = old.components.schemas.GenerationRequest;
    expect(example).toEqual(body(dereferenced).examples.textMinimal.value);
    const examples = nodesOf(properties).flatMap((one) => one.example ?? []);
    expect(examples).toEqual([example.model, example.prompt]);
  });

  it('is OpenAPI 3.0.2 without what came after it, its schemas under their names', () => {
    expect(old.openapi).toBe('3.0.2');
    lacks(old, 'webhooks', 'oneOf', 'if', 'discriminator', 'identifier', 'x-evidence');
    const schemas = ['CreatedTask', 'GenerationRequest', 'Task'];
    expect(Object.keys(old.components.schemas).sort()).toEqual(schemas);
    expect(body(old).schema).toEqual({ $ref: '#/components/schemas/GenerationRequest' });
  });
});

describe('the strict profile', () => {
  const { schemas } = strict.components;
  const accepts = (name: string) =>
    validatorOf({ $ref: `#/components/schemas/${name}`, components: { schemas } });
  const results = ['https://files.example.com/a.mp4'];

  it.each<[string, object, boolean]>([
    ['Task', { status: 'completed', results }, true],
    ['Task', { status: 'pending' }, true],
    ['Task', { status: 'failed', error: 'x' }, true],
    ['Task', { status: 'processing' }, false],
    ['CreatedTask', { id: 'task_1', status: 'processing' }, false],
    ['Task', { status: 'completed' }, false],
    ['Task', { status: 'completed', results: null }, false],
    ['Task', { status: 'completed', results: [] }, false],
  ])('takes as %s %j: %s', (name, value, isTaken) => {
    expect(accepts(name)(value)).toBe(isTaken);
  });
});
