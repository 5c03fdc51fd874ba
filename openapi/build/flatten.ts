import { mergeModes, type Schema } from './mergeModes.ts';
import { addStated } from './ourWords.ts';

function openStatus(schema: Schema): Schema {
  const known = schema.anyOf!.find((option) => option.enum)!;
  return {
    type: 'string',
    description: `${known.description!.trim()}\n\n${schema.description}`,
    examples: known.enum!,
  };
}

/** A copy without references, combinations and extensions; a choice of modes becomes one object. */
export function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as Schema;
  if (schema.oneOf) return simplify(mergeModes(schema));
  if (schema.anyOf?.some((option) => option.enum)) return simplify(openStatus(schema));
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !keyword.startsWith('x-'))
      .map(([keyword, value]) => [keyword, simplify(value)]),
  );
}

/** The part of the introduction that explains the extensions, which this profile does not have. */
const aboutExtensions = /\n## How far to trust this document\n.*/s;

interface Operation {
  description: string;
  requestBody?: { content: Record<string, Media> };
}

interface Media {
  schema: Schema;
  examples?: Record<string, { value: Record<string, unknown> }>;
}

/** Tells in the description which models there are: agents drop what a schema says of its fields. */
function nameModels(operation: Operation): void {
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
    const models = schema.properties?.model?.description;
    if (models) operation.description = addStated(operation.description, models);
  }
}

export interface FlatDocument {
  info: { title: string; description: string; license: { name: string } };
  paths: Record<string, Record<string, Operation>>;
  [part: string]: unknown;
}

/**
 * Makes the profile for tools that take neither `oneOf` nor references, LLM tool calls among them.
 * It has no webhook, which such tools offer as one more operation to call.
 *
 * A script and not an overlay, because an overlay would have to repeat every field of the modes.
 *
 * @param dereferenced - the document without references
 * @returns the same operations with one flat request object and plain strings for open enums
 */
export function flatten(dereferenced: object): FlatDocument {
  const flat = simplify(dereferenced) as FlatDocument & {
    components: { securitySchemes: object };
  };
  delete flat.webhooks;
  for (const item of Object.values(flat.paths))
    for (const operation of Object.values(item)) nameModels(operation);
  return {
    ...flat,
    info: {
      ...flat.info,
      title: `${flat.info.title} (flat profile)`,
      description: flat.info.description.replace(aboutExtensions, ''),
    },
    components: { securitySchemes: flat.components.securitySchemes },
  };
}
