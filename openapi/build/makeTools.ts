import { isDeepStrictEqual } from 'node:util';
import { simplify } from './flatten.ts';
import { type Schema } from './mergeModes.ts';
import { addStated } from './ourWords.ts';

interface Operation {
  operationId: string;
  description: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: Parameter[];
}

interface Parameter {
  name: string;
  in: string;
  description: string;
  schema: Schema;
}

interface PathItem {
  get?: Operation;
  post?: Operation;
}

// The keywords of which all strict dialects have the sense; of minItems they know 0 and 1.
const strictKeywords = ['type', 'description', 'enum', 'properties', 'items', 'minItems'];

/** What the strict dialects have no keyword for, in words. */
function limitsInWords({ format, maxItems }: Schema): string {
  const words = [format === 'uri' && 'A URL.', maxItems && `At most ${maxItems}.`];
  return words.filter(Boolean).join(' ');
}

function strictly(schema: Schema): Schema {
  const kept = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => strictKeywords.includes(keyword)),
  ) as Schema;
  const description = [schema.description?.trim(), limitsInWords(schema)].filter(Boolean).join(' ');
  if (description) kept.description = description;
  if (kept.items) kept.items = strictly(kept.items as Schema);
  if (!kept.properties) return kept;
  const properties = Object.entries(kept.properties).map(([name, property]) => {
    const isNeeded = schema.required?.includes(name);
    return [name, isNeeded ? strictly(property) : nullable(strictly(property))];
  });
  return {
    ...kept,
    properties: Object.fromEntries(properties),
    required: Object.keys(kept.properties),
    additionalProperties: false,
  };
}

const nullable = ({ description, ...schema }: Schema): Schema => ({
  ...(description && { description: `${description} Null to leave it out.` }),
  anyOf: [schema, { type: 'null' }],
});

const inOneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, ' ');

/** A schema as a tool's own: what it says of itself becomes the tool's description. */
function define(name: string, operation: Operation, words: string, schema: Schema) {
  const own = simplify(schema) as Schema;
  delete own.description;
  delete own.title;
  return {
    name,
    operation: operation.operationId,
    description: inOneLine(words),
    schema: own,
    strictSchema: strictly(own),
  };
}

function defineCreate(operation: Operation, schemas: Record<string, Schema>) {
  const { schema } = operation.requestBody!.content['application/json']!;
  return schema.oneOf!.map((mode) => {
    const [name] = Object.entries(schemas).find(([, named]) => isDeepStrictEqual(named, mode))!;
    const words = addStated(operation.description, mode.description!);
    return define(`create${name.replace(/Request$/, '')}`, operation, words, mode);
  });
}

function defineRead(operation: Operation) {
  const { parameters = [] } = operation;
  const properties = parameters.map(({ name, description, schema }) => [
    name,
    { ...schema, description },
  ]);
  return define(operation.operationId, operation, operation.description, {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.map(({ name }) => name),
  });
}

/**
 * Makes a tool of each mode and one of the read: each has a flat schema that needs no condition, so
 * that it says in every dialect what the mode needs.
 *
 * @param dereferenced - the document without references
 * @returns the source text of a module of tool definitions
 */
export function makeTools(dereferenced: object): string {
  const { paths, components } = dereferenced as {
    paths: Record<string, PathItem>;
    components: { schemas: Record<string, Schema> };
  };
  const definitions = Object.values(paths).flatMap((item) => [
    ...(item.post ? defineCreate(item.post, components.schemas) : []),
    ...(item.get ? [defineRead(item.get)] : []),
  ]);
  return `import { type ToolDefinition } from '../dist/tools.js';

/** The tools that the operations of the document make. */
export const definitions: ToolDefinition[] = ${JSON.stringify(definitions, null, 2)};
`;
}
