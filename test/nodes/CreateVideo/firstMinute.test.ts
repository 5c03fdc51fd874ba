import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { CreateVideo } from '../../../nodes/CreateVideo/CreateVideo.node.ts';
import { WaitForVideo } from '../../../nodes/WaitForVideo/WaitForVideo.node.ts';

const create = new CreateVideo().description.properties;
const wait = new WaitForVideo().description.properties;

/** What a person sees of a form where only these fields are no longer as it opened. */
function inSight(properties: INodeProperties[], changed: Record<string, string> = {}) {
  const opened = Object.fromEntries(properties.map((field) => [field.name, field.default]));
  const values = { ...opened, ...changed };
  return properties
    .filter((field) => NodeHelpers.displayParameter(values as never, field, null, null))
    .filter(({ type }) => type !== 'collection')
    .map(({ displayName }) => displayName);
}
const optionsOf = (properties: INodeProperties[]) =>
  properties.find(({ type }) => type === 'collection')!.options as INodeProperties[];

describe('the form of Create Video', () => {
  it('asks for eight things at first, and has fifteen options at the most', () => {
    expect(inSight(create)).toEqual([
      ...['Operation', 'Mode', 'Model', 'Prompt', 'Duration', 'Aspect Ratio', 'Quality'],
      'Download Video',
    ]);
    expect(optionsOf(create).length).toBeLessThanOrEqual(15);
  });

  it('has a limit as soon as it is added', () => {
    const limits = optionsOf(create).filter(({ name }) => name.startsWith('videosPer'));
    expect(limits).toHaveLength(3);
    for (const { default: most } of limits) expect(most).toBeGreaterThan(0);
  });

  it('lets an expression give the mode by its name, and files of earlier nodes', () => {
    expect(create.find(({ name }) => name === 'mode')).toMatchObject({
      allowArbitraryValues: true,
    });
    const files = create.filter(({ displayName }) => / Files?$/.test(displayName));
    expect(files).toHaveLength(5);
    for (const { typeOptions } of files) expect(typeOptions).toEqual({ binaryDataProperty: true });
  });

  const frames = ['First Frame From', 'First Frame URL', 'Last Frame From'];
  const references = ['Image', 'Video', 'Audio'].flatMap((kind) => [
    `${kind} URLs`,
    `${kind} Files`,
  ]);
  it.each([
    ['textToVideo', []],
    ['imageToVideo', frames],
    ['referenceToVideo', references],
    // n8n’s editor shows a field by what an expression gives for the first row, and drops the
    // values of those that it hides. It knows no mode by its name, and so hides none.
    ['Image to Video', [...frames, ...references]],
  ])('shows the media fields that %s needs', (mode, shown) => {
    const always = inSight(create);
    expect(inSight(create, { mode }).filter((name) => !always.includes(name))).toEqual(shown);
  });
});

it('the form of Wait for Video asks for three things at first, a list of IDs among them', () => {
  expect(inSight(wait)).toEqual(['Operation', 'Task ID', 'Download Video']);
  expect(optionsOf(wait).length).toBeLessThanOrEqual(8);
  for (const { name, typeOptions } of wait)
    if (name === 'taskId') expect(typeOptions?.rows).toBeGreaterThan(1);
});
