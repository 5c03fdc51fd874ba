import type { INodeProperties } from 'n8n-workflow';

/** The fields, shown only for one of the node's operations, also where they stand in a collection. */
export const showFor = (operation: string, fields: readonly INodeProperties[]): INodeProperties[] =>
  fields.map((field) => ({
    ...field,
    displayOptions: {
      ...field.displayOptions,
      show: { '/operation': [operation], ...field.displayOptions?.show },
    },
  }));

const asTool = { '@tool': [true] };

/**
 * The field that tells a model what the tool does. Without one of its own, a node gets one from n8n
 * that says no more than the node's one-line description.
 *
 * @param text - what the operation does, what it costs, and what to do next
 */
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

/** With it n8n's editor shows that the model fills the field, and offers to take that back. */
const editorMark = '/*n8n-auto-generated-fromAI-override*/';

/**
 * A field that people fill in a workflow, and that the model fills in a tool unless the person who
 * builds it decides otherwise.
 *
 * @param field - as people see it, without conditions on other fields
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

/** By the letters alone: the first comparison by a language's rules would take n8n 6 ms. */
const sortKey = ({ displayName }: INodeProperties) => displayName.toLowerCase();

/** The one collection of a node’s form, in alphabetical order, which n8n's lint rules ask for. */
export const optionsCollection = (options: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [...options].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
});
