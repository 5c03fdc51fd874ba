import { describe, expect, it } from 'vitest';
import { operations } from 'video-generation-openapi';
import { strictTools, toRequest, tools, type ToolSchema } from 'video-generation-openapi/tools';
import { readBuilt, samplesOf, validatorOf, type Schema } from './document.ts';

const document = await readBuilt('openapi.dereferenced');
const accepts = validatorOf(
  document.paths[operations.createVideo.path].post.requestBody.content['application/json'].schema,
);

/** Bodies that a tool's schema allows and the document refuses. */
const refused = (name: string, schema: Schema) =>
  samplesOf(schema)
    .map((input) => JSON.parse(toRequest(name, input as Record<string, unknown>).body!))
    .filter((body) => !accepts(body));

const create = tools.inputSchema.filter(({ name }) => name !== 'getTask');

/** The strict schema with what its dialects cannot say put back: what a URL is, and how many. */
function withLimits({ properties, ...schema }: ToolSchema, exact: ToolSchema): Schema {
  const limited = Object.entries(properties).map(([name, property]) => {
    const limit = exact.properties[name] as Schema;
    return [name, property.anyOf ? { anyOf: [limit, { type: 'null' }] } : limit];
  });
  return { ...schema, properties: Object.fromEntries(limited) } as Schema;
}

it('tools are one for each mode and one to read', () => {
  expect(tools.inputSchema.map(({ name }) => name)).toEqual([
    ...['createTextToVideo', 'createImageToVideo', 'createReferenceToVideo', 'getTask'],
  ]);
});

describe.each(create)('$name', ({ name, description, inputSchema: exact }) => {
  const { parameters } = strictTools.parameters.find((tool) => tool.name === name)!;

  it('allows no body that the document refuses; the strict one but for URLs and counts', () => {
    expect(refused(name, exact as Schema)).toEqual([]);
    expect(refused(name, withLimits(parameters, exact))).toEqual([]);
  });

  it('advises at the end, as ours, not to send a create call twice', () => {
    expect(description).toMatch(
      / Our advice: do not send a request again while you do not know .* cost money\.$/,
    );
  });

  it('is strict where what is not needed may be null, and only that', () => {
    for (const [field, property] of Object.entries(parameters.properties))
      if (exact.required.includes(field)) expect(property).not.toHaveProperty('anyOf');
      else expect(property).toMatchObject({ anyOf: [expect.anything(), { type: 'null' }] });
  });
});

it.each(strictTools.parameters)('the strict $name requires every field and no others', (tool) => {
  const { required, properties, additionalProperties } = tool.parameters;
  expect([tool.strict, required, additionalProperties]).toEqual([
    ...[true, Object.keys(properties), false],
  ]);
});

describe('toRequest', () => {
  const input = { model: 'm', prompt: 'p', duration: null, quality: '720p' };

  it.each([input, JSON.stringify(input)])('leaves out what is null, of %j', (given) => {
    expect(toRequest('createTextToVideo', given)).toEqual({
      method: 'POST',
      path: operations.createVideo.path,
      body: '{"model":"m","prompt":"p","quality":"720p"}',
    });
  });

  it.each([{ task_id: 'a/b%20c' }, '{"task_id":"a/b%20c"}'])(
    'escapes the id of %j once',
    (given) => {
      expect(toRequest('getTask', given)).toEqual({ method: 'GET', path: '/v1/tasks/a%2Fb%2520c' });
    },
  );

  it.each(['', 'a paper boat', '{"model":'])('refuses the text %j', (text) => {
    expect(() => toRequest('createTextToVideo', text)).toThrow(
      'The arguments of createTextToVideo are a text that is no JSON.',
    );
  });

  it.each(['null', '[]', '7', '"{}"', null, undefined, [], 7])(
    'refuses %j as arguments',
    (given) => {
      expect(() => toRequest('createTextToVideo', given as never)).toThrow(
        'Expected the arguments of createTextToVideo to be an object or its JSON.',
      );
    },
  );

  it.each([undefined, '', 7, '.', '..'])('refuses to read the task %j', (task_id) => {
    expect(() => toRequest('getTask', { task_id })).toThrow('Expected the ID of a task, got ');
  });

  it('names the tools when there is no such one', () => {
    expect(() => toRequest('createVideo', {})).toThrow(
      'There is no tool createVideo. The tools are createTextToVideo, createImageToVideo, createReferenceToVideo, getTask.',
    );
  });
});
