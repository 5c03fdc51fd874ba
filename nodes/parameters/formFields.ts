import type { INodeProperties } from 'n8n-workflow';

/** Shows fields for one operation only, also in a collection. */
export const showFor = (operation: string, fields: readonly INodeProperties[]): INodeProperties[] =>
  fields.map((field) => ({
    ...field,
    displayOptions: {
      ...field.displayOptions,
      show: { '/operation': [operation], ...field.displayOptions?.show },
    },
  }));

const asTool = { '@tool': [true] };

/** Tells a model what the tool does; n8n's own such field would only repeat the node's description. */
export const toolDescription = (operation: string, text: string): INodeProperties => ({
  displayName: 'Description',
  name: 'toolDescription',
  type: 'string',
  typeOptions: { rows: 4 },
  required: true,
  default: text,
  displayOptions: { show: { ...asTool, operation: [operation] } },
  description: 'What the model reads when it decides whether to use this tool',
});

/** Makes n8n's editor show that the model fills in the field, and offer to undo that. */
const editorMark = '/*n8n-auto-generated-fromAI-override*/';

/**
 * A field that people fill in, and in a tool the model does, unless the builder decides otherwise.
 *
 * @param field - without displayOptions
 * @param instruction - tells the model what to put there
 */
export function filledByModel(field: INodeProperties, instruction: string): INodeProperties[] {
  const key = field.displayName.replaceAll(' ', '_');
  const value = `={{ ${editorMark} $fromAI('${key}', \`${instruction}\`, 'string') }}`;
  return [
    { ...field, displayOptions: { hide: asTool } },
    { ...field, default: value, displayOptions: { show: asTool } },
  ];
}

/** Not by `localeCompare`, whose first call takes 6 ms of n8n's start. */
const sortKey = ({ displayName }: INodeProperties) => displayName.toLowerCase();

/** The options of a node, in alphabetical order as n8n's lint rules ask. */
export const optionsCollection = (options: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [...options].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
});
