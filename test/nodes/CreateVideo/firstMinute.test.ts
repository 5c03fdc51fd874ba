import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { CreateVideo } from '../../../nodes/CreateVideo/CreateVideo.node.ts';
import { WaitForVideo } from '../../../nodes/WaitForVideo/WaitForVideo.node.ts';

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
  properties.find(({ type }) => type === 'collection')!.options!;

describe('the form of Create Video', () => {
  const { properties } = new CreateVideo().description;

  it('opens with Create and Wait, also by the actions of n8n’s editor', () => {
    const operation = properties.find(({ name }) => name === 'operation')!;
    expect(operation.default).toBe('createAndWait');
    expect(operation.options![0]).toMatchObject({ value: 'createAndWait' });
  });

  it('asks for eight things at first, and has fifteen options at the most', () => {
    expect(inSight(properties)).toEqual([
      ...['Operation', 'Mode', 'Model', 'Prompt', 'Duration', 'Aspect Ratio', 'Quality'],
      'Download Video',
    ]);
    expect(optionsOf(properties).length).toBeLessThanOrEqual(15);
  });

  it('takes an expression for the mode, so that a mixed table needs one node', () => {
    const mode = properties.find(({ name }) => name === 'mode')!;
    expect(mode.noDataExpression).toBeUndefined();
    // Otherwise the editor marks an expression that gives a name as wrong.
    expect(mode.allowArbitraryValues).toBe(true);
  });

  it('has n8n’s tip on each field of a file, that an expression reaches those of earlier nodes', () => {
    const files = properties.filter(({ displayName }) => / Files?$/.test(displayName));
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
    ['Text to Video', [...frames, ...references]],
    ['Image to Video', [...frames, ...references]],
  ])('shows the media fields that %s needs', (mode, shown) => {
    const always = inSight(properties);
    expect(inSight(properties, { mode }).filter((name) => !always.includes(name))).toEqual(shown);
  });
});

describe('the form of Wait for Video', () => {
  it('has lines for Task ID, so that a pasted list stays one', () => {
    const { properties } = new WaitForVideo().description;
    const fields = properties.filter(({ name }) => name === 'taskId');
    for (const { typeOptions } of fields) expect(typeOptions?.rows).toBeGreaterThan(1);
  });

  it('asks for three things at first, and has eight options at the most', () => {
    const { properties } = new WaitForVideo().description;
    expect(inSight(properties)).toEqual(['Operation', 'Task ID', 'Download Video']);
    expect(optionsOf(properties).length).toBeLessThanOrEqual(8);
  });
});
