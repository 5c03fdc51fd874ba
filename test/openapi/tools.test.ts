import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from 'videogen-openapi';
import { strictTools, toRequest, tools, type ToolSchema } from 'videogen-openapi/tools';
import { arbitraryOf, type Schema } from './arbitraryOf.ts';

const document = JSON.parse(await readFile('openapi/dist/openapi.dereferenced.json', 'utf8'));
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const accepts = ajv.compile(
  document.paths[operations.createVideo.path].post.requestBody.content['application/json'].schema,
);

const refused = (name: string, schema: Schema) =>
  fc
    .sample(arbitraryOf(schema) as fc.Arbitrary<Record<string, unknown>>, {
      numRuns: 2000,
      seed: 7,
    })
    .map((input) => JSON.parse(toRequest(name, input).body!))
    .filter((body) => !accepts(body));

const create = tools.inputSchema.filter(({ name }) => name !== 'getTask');
const strictCreate = strictTools.parameters.filter(({ name }) => name !== 'getTask');

/** The strict schema with what its dialects cannot say put back: what a URL is, and how many. */
function withLimits({ properties, ...schema }: ToolSchema, exact: ToolSchema): Schema {
  const limited = Object.entries(properties).map(([name, property]) => {
    const limit = exact.properties[name] as Schema;
    return [name, property.anyOf ? { anyOf: [limit, { type: 'null' }] } : limit];
  });
  return { ...schema, properties: Object.fromEntries(limited) } as Schema;
}

describe('tools', () => {
  it('are one for each mode and one to read', () => {
    expect(tools.inputSchema.map(({ name }) => name)).toEqual([
      ...['createTextToVideo', 'createImageToVideo', 'createReferenceToVideo', 'getTask'],
    ]);
  });

  it.each(create)('$name allows no body that the document refuses', ({ name, inputSchema }) => {
    expect(refused(name, inputSchema as Schema)).toEqual([]);
  });

  it('advise at the end, as ours, not to send a create call twice', () => {
    for (const { description } of create)
      expect(description).toMatch(
        / Our advice: do not send a request again while you do not know .* cost money\.$/,
      );
  });
});

describe('strictTools', () => {
  it.each(strictTools.parameters)('$name requires every field and no others', (tool) => {
    const { required, properties, additionalProperties } = tool.parameters;
    expect([tool.strict, required, additionalProperties]).toEqual([
      true,
      Object.keys(properties),
      false,
    ]);
  });

  it.each(strictCreate)('$name lets what is not needed be null', ({ name, parameters }) => {
    const exact = create.find((tool) => tool.name === name)!.inputSchema;
    const optional = Object.keys(exact.properties).filter((it) => !exact.required.includes(it));
    for (const field of optional)
      expect(parameters.properties[field]).toMatchObject({
        anyOf: [expect.anything(), { type: 'null' }],
      });
    for (const field of exact.required)
      expect(parameters.properties[field]).not.toHaveProperty('anyOf');
  });

  it.each(strictCreate)('$name is refused for URLs and counts only', ({ name, parameters }) => {
    const exact = create.find((tool) => tool.name === name)!.inputSchema;
    expect(refused(name, withLimits(parameters, exact))).toEqual([]);
  });
});

describe('toRequest', () => {
  it('leaves out what is null', () => {
    const input = { model: 'm', prompt: 'p', duration: null, quality: '720p' };
    expect(toRequest('createTextToVideo', input)).toEqual({
      method: 'POST',
      path: operations.createVideo.path,
      body: '{"model":"m","prompt":"p","quality":"720p"}',
    });
  });

  it('escapes a task id once', () => {
    expect(toRequest('getTask', { task_id: 'a/b%20c' })).toEqual({
      method: 'GET',
      path: '/v1/tasks/a%2Fb%2520c',
    });
  });

  it('takes the text of the arguments, as some APIs hand them over', () => {
    const input = { model: 'm', prompt: 'p', duration: null };
    expect(toRequest('createTextToVideo', JSON.stringify(input))).toEqual(
      toRequest('createTextToVideo', input),
    );
    expect(toRequest('getTask', '{"task_id":"t"}').path).toBe('/v1/tasks/t');
  });

  it.each(['', 'a paper boat', '{"model":'])('refuses the text %j', (text) => {
    expect(() => toRequest('createTextToVideo', text)).toThrow(
      'The arguments of createTextToVideo are a text that is no JSON.',
    );
  });

  it.each(['null', '[]', '7', '"{}"', null, undefined, [], 7])(
    'refuses %j as arguments',
    (input) => {
      expect(() => toRequest('createTextToVideo', input as never)).toThrow(
        'Expected the arguments of createTextToVideo to be an object or its JSON.',
      );
    },
  );

  it.each([{}, { task_id: '' }, { task_id: '.' }, { task_id: '..' }, { task_id: 7 }])(
    'refuses to read %j',
    (input) => {
      expect(() => toRequest('getTask', input)).toThrow('getTask needs task_id, the id of a task.');
    },
  );

  it('names the tools when there is no such one', () => {
    expect(() => toRequest('createVideo', {})).toThrow(
      'There is no tool createVideo. The tools are createTextToVideo, createImageToVideo, createReferenceToVideo, getTask.',
    );
  });
});
