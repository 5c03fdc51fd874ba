import type { INode, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

/**
 * Refuses parameters that the form doesn't have where they stand: n8n would leave them out without
 * a word, and the test would be one of something else.
 *
 * @throws Error with their names
 */
export function checkForm({ parameters }: INode, { name, properties }: INodeTypeDescription): void {
  const collection = properties.find(({ type }) => type === 'collection');
  const inside = (collection?.options ?? []) as INodeProperties[];
  const { options = {} } = parameters;
  const unknown = [
    ...unknownIn(parameters, properties),
    // The whole collection as one expression has no names yet.
    ...(typeof options === 'string' ? [] : unknownIn(options as object, inside)),
  ];
  if (unknown.length > 0) throw new Error(`The form of ${name} has no ${unknown.join(', ')}`);
}

const unknownIn = (given: object, fields: INodeProperties[]) =>
  Object.keys(given).filter((field) => !fields.some((one) => one.name === field));
