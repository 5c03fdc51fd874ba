import { isDeepStrictEqual } from 'node:util';

interface Schema {
  anyOf?: Schema[];
  description?: string;
  enum?: string[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  title?: string;
  [keyword: string]: unknown;
}

/** One property as every mode that has it describes it; what differs is told in words only. */
function mergeProperty(name: string, modes: Schema[]): Schema {
  const having = modes.filter((mode) => mode.properties?.[name]);
  const versions = having.map((mode) => mode.properties![name]!);
  const shared = Object.fromEntries(
    Object.entries(versions[0]!).filter(([keyword, value]) =>
      versions.every((version) => isDeepStrictEqual(version[keyword], value)),
    ),
  );
  if (versions.every((version) => version.enum))
    shared.enum = versions.flatMap((version) => version.enum!);
  const descriptions = having.map((mode) => mode.properties![name]!.description);
  const isEverywhere = having.length === modes.length && new Set(descriptions).size === 1;
  return {
    ...shared,
    description: isEverywhere
      ? descriptions[0]!
      : having.map((mode, index) => `${mode.title}: ${descriptions[index]}`).join(' '),
  };
}

function mergeModes(schema: Schema): Schema {
  const modes = schema.oneOf!;
  const names = [...new Set(modes.flatMap((mode) => Object.keys(mode.properties ?? {})))];
  return {
    type: 'object',
    description: schema.description!,
    required: modes[0]!.required!.filter((name) =>
      modes.every(({ required }) => required?.includes(name)),
    ),
    properties: Object.fromEntries(names.map((name) => [name, mergeProperty(name, modes)])),
  };
}

function openStatus(schema: Schema): Schema {
  const known = schema.anyOf!.find((option) => option.enum)!;
  return {
    type: 'string',
    description: `${schema.description} ${known.description}`,
    examples: known.enum!,
  };
}

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as Schema;
  if (schema.oneOf && schema.discriminator) return simplify(mergeModes(schema));
  if (schema.anyOf?.some((option) => option.enum)) return simplify(openStatus(schema));
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !keyword.startsWith('x-'))
      .map(([keyword, value]) => [keyword, simplify(value)]),
  );
}

/**
 * Makes the profile for tools that take neither `oneOf` nor references, LLM tool calls among them.
 *
 * A script and not an overlay, because an overlay would have to repeat every field of the modes.
 *
 * @param dereferenced - the document without references
 * @returns the same operations with one flat request object and plain strings for open enums
 */
export function flatten(dereferenced: object): object {
  const flat = simplify(dereferenced) as {
    info: { title: string };
    components: { securitySchemes: object };
  };
  return {
    ...flat,
    info: { ...flat.info, title: `${flat.info.title} (flat profile)` },
    components: { securitySchemes: flat.components.securitySchemes },
  };
}
