import { mergeModes, type Schema } from './mergeModes.ts';

function openStatus(schema: Schema): Schema {
  const known = schema.anyOf!.find((option) => option.enum)!;
  return {
    type: 'string',
    description: `${schema.description} ${known.description}`,
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

export interface FlatDocument {
  info: { title: string; description: string; summary: string; license: { name: string } };
  paths: Record<string, unknown>;
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
