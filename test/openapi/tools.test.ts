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

describe.each(create)('$name', ({ name, description, inputSchema: exact }) => {
  const { parameters } = strictTools.parameters.find((tool) => tool.name === name)!;

  it('allows no body that the document refuses; the strict one but for URLs and counts', () => {
    expect(description).toMatch(/ Our advice: do not send a request again .* cost money\.$/);
    expect(refused(name, exact as Schema)).toEqual([]);
    expect(refused(name, withLimits(parameters, exact))).toEqual([]);
  });
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

  const noJson = 'The arguments of createTextToVideo are a text that is no JSON.';
  const noObject = 'Expected the arguments of createTextToVideo to be an object or its JSON.';

  it.each([
    ['', noJson],
    ['{"model":', noJson],
    ['null', noObject],
    ['[]', noObject],
    [7, noObject],
    [undefined, noObject],
  ])('refuses %j as arguments', (given, message) => {
    expect(() => toRequest('createTextToVideo', given as never)).toThrow(message);
  });

  it.each([undefined, '', 7, '.', '..'])('refuses to read the task %j', (task_id) => {
    expect(() => toRequest('getTask', { task_id })).toThrow('Expected the ID of a task, got ');
  });

  it('names the tools when there is no such one', () => {
    expect(() => toRequest('createVideo', {})).toThrow(
      'There is no tool createVideo. The tools are createTextToVideo, createImageToVideo, createReferenceToVideo, getTask.',
    );
  });
});
