import type { INode, INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

/**
 * Puts each setting that a test gives under `options` into the collection of the form that has it,
 * so that tests need not know how the form is arranged.
 *
 * @throws Error for a setting that no collection has: n8n would leave it out without a word
 */
export function sortSettings(node: INode, { properties, name }: INodeTypeDescription): INode {
  const { options } = node.parameters;
  if (typeof options !== 'object' || options === null) return node;
  const sorted: INodeParameters = {};
  for (const [setting, value] of Object.entries(options)) {
    const home = properties.find(
      ({ type, options: inner }) =>
        type === 'collection' && (inner as INodeProperties[]).some((one) => one.name === setting),
    );
    if (home === undefined) throw new Error(`${name} has no setting "${setting}"`);
    sorted[home.name] = { ...(sorted[home.name] as object), [setting]: value as never };
  }
  return { ...node, parameters: { ...node.parameters, options: {}, ...sorted } };
}
