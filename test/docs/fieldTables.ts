import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { otherModel } from '../../nodes/CreateVideo/fields/modelAndPrompt.ts';

/** Fields for a value that a list doesn’t have; the list names them. */
const isOther = ({ displayOptions }: INodeProperties) =>
  Object.values(displayOptions?.show ?? {}).some((values) => values?.includes(otherModel));

/**
 * The fields of a node as Markdown: a table, and one more for each of its collections. What a tool
 * has besides is left out, because the page says it in words; so are the choices, which the form
 * shows.
 *
 * @param elsewhere - names of options that another page lists
 */
export function fieldTables(
  properties: INodeProperties[],
  elsewhere: readonly string[] = [],
): string {
  const shown = properties.filter(
    (field) => field.type !== 'notice' && !isOther(field) && !field.displayOptions?.show?.['@tool'],
  );
  const fields = shown.filter(({ type }) => type !== 'collection');
  const collections = shown.filter(({ type }) => type === 'collection');
  return [
    ...byMode(fields).map(([title, group]) => table(title, group, properties)),
    ...collections.map(({ displayName, options }) =>
      table(
        displayName,
        (options as INodeProperties[]).filter(({ name }) => !elsewhere.includes(name)),
        properties,
      ),
    ),
  ].join('\n\n');
}

/** What only one mode has stands in a table of its own. */
function byMode(fields: INodeProperties[]): Array<[string, INodeProperties[]]> {
  const mode = fields.find(({ name }) => name === 'mode');
  const ofMode = (value: unknown) =>
    fields.filter(({ displayOptions }) => {
      const hidden = displayOptions?.hide?.mode;
      return hidden && !hidden.includes(value as string);
    });
  const groups = mode ? choices(mode).map(({ name, value }) => [name, ofMode(value)] as const) : [];
  const named = groups.filter(([, group]) => group.length > 0);
  const others = fields.filter((field) => named.every(([, group]) => !group.includes(field)));
  return [
    ['Field', others],
    ...named.map(([name, group]): [string, INodeProperties[]] => [name, group]),
  ];
}

const table = (title: string, fields: INodeProperties[], all: INodeProperties[]) =>
  [
    `| ${title} | Default | Meaning |`,
    '| --- | --- | --- |',
    ...fields.map((field) => {
      const cells = [field.displayName, valueText(field), meaning(field, all)];
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    }),
  ].join('\n');

const choices = ({ type, options }: INodeProperties) =>
  type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];

const choiceName = (field: INodeProperties, value: unknown) =>
  choices(field).find((choice) => choice.value === value)?.name ?? String(value);

function valueText(field: INodeProperties): string {
  const { default: value, type } = field;
  if (Array.isArray(value)) return value.map((one) => choiceName(field, one)).join(', ');
  if (type === 'boolean') return value ? 'on' : 'off';
  if (type === 'fixedCollection') return '';
  if (value === '' || value === undefined) return field.required ? 'required' : '';
  return choices(field).length > 0 ? choiceName(field, value) : `\`${String(value)}\``;
}

function meaning(field: INodeProperties, all: INodeProperties[]): string {
  const { description = '', hint = '', displayOptions } = field;
  const conditions = Object.entries(displayOptions?.show ?? {}).flatMap(([name, values]) => {
    const inner = all.flatMap(({ options = [] }) => options as INodeProperties[]);
    const other = [...all, ...inner].find((one) => one.name === name.replace(/^\//, ''))!;
    if (typeof values![0] === 'object') return `${other.displayName} is filled in`;
    // As the form opens, or as the table's title says.
    if (name === 'mode' || values!.includes(other.default as string)) return [];
    const names = values!.map((value) =>
      other.type === 'boolean' ? 'on' : choiceName(other, value),
    );
    return `${other.displayName} is ${names.join(' or ')}`;
  });
  const when = conditions.length > 0 ? `When ${conditions.join(' and ')}.` : '';
  return [when, sentence(description || hint || namesOf(field))].filter(Boolean).join(' ');
}

const namesOf = (field: INodeProperties) =>
  choices(field)
    .map(({ name }) => name)
    .join('; ');

const sentence = (text: string) => (text === '' || text.endsWith('.') ? text : `${text}.`);
