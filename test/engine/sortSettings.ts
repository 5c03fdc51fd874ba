import { createRequire } from 'node:module';
import type {
  INodeType,
  INode,
  INodeParameters,
  INodeProperties,
  INodeTypeDescription,
} from 'n8n-workflow';

/** What most tests are about; those of the form's own defaults leave these out by `undefined`. */
const usual: Record<string, INodeParameters> = {
  createVideo: {
    operation: 'create',
    download: false,
    options: { output: 'everything', keepInput: false },
  },
  waitForVideo: { download: false, options: { output: 'everything', keepInput: false } },
};

/** Where a call wakes the execution, as an expression: tests say so by a callback "resumeExecution". */
const resumeUrl = '={{ $execution.resumeUrl.replace(/(?=\\?|$)/, "/videogen-callback") }}';

/**
 * Puts each field that a test gives to where the form has it, in the collection or outside, so that
 * tests need not know how the form is arranged. They see all that comes out, and wait only where
 * they say so.
 *
 * @throws Error for a setting that the collection does not have: n8n would leave it out without a word
 */
export function sortSettings(node: INode, { properties, name }: INodeTypeDescription): INode {
  const collection = properties.find(({ type }) => type === 'collection');
  const inner = (collection?.options ?? []) as INodeProperties[];
  const isInside = (field: string) => inner.some((one) => one.name === field);
  const { options: usualOptions, ...usualFields } = usual[name.replace(/Tool$/, '')] ?? {};
  const given = { ...usualFields, ...node.parameters };
  const { options: givenOptions } = given;
  // The whole collection as one expression stays as it is.
  if (typeof givenOptions === 'string') return { ...node, parameters: given };
  const fields = Object.entries(given).filter(([field]) => field !== 'options' && !isInside(field));
  const options = {
    ...(usualOptions as object),
    ...Object.fromEntries(Object.entries(given).filter(([field]) => isInside(field))),
    ...(given.waiting as object),
    ...(given.sending as object),
    ...(givenOptions as object),
  } as INodeParameters;
  // The form has a label only beside a callback.
  if ('orderLabel' in options) options.callbackUrl ??= 'https://hooks.test/done';
  if (given.callback === 'resumeExecution') options.callbackUrl = resumeUrl;
  const parameters: INodeParameters = {};
  for (const [field, value] of fields)
    if (!['waiting', 'sending'].includes(field)) parameters[field] = value;
  for (const field of Object.keys(options))
    if (!isInside(field)) throw new Error(`${name} has no setting "${field}"`);
  return { ...node, parameters: { ...parameters, ...(collection && { options }) } };
}

const require = createRequire(import.meta.url);
const descriptions = new Map<string, INodeTypeDescription>();

/** The same for a node of a workflow that is stored in a real n8n; others stay as they are. */
export function arrange<Node extends { type: string; parameters?: unknown }>(node: Node): Node {
  const [, name] = /\.((?:create|waitFor)Video)(?:Tool)?$/.exec(node.type) ?? [];
  if (name === undefined) return node;
  const { parameters } = sortSettings(
    { parameters: {}, ...node } as unknown as INode,
    describe(name.charAt(0).toUpperCase() + name.slice(1)),
  );
  return { ...node, parameters };
}

function describe(className: string): INodeTypeDescription {
  const known = descriptions.get(className);
  if (known !== undefined) return known;
  const built = require(`../../dist/nodes/${className}/${className}.node.js`) as Record<
    string,
    new () => INodeType
  >;
  const { description } = new built[className]!();
  descriptions.set(className, description);
  return description;
}
