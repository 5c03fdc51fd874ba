import { isDeepStrictEqual } from 'node:util';

export interface Schema {
  anyOf?: Schema[];
  description?: string;
  enum?: string[];
  maxItems?: number;
  minItems?: number;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  title?: string;
  [keyword: string]: unknown;
}

const requiredOf = ({ required = [] }: Schema) => required;
const quoted = (names: string[]) => names.map((name) => `\`${name}\``).join(' and ');

/** The fields that a mode needs beyond those that all modes need. */
const needsOf = (mode: Schema, common: string[]) =>
  requiredOf(mode).filter((name) => !common.includes(name));

/** One property as every mode that has it describes it; what differs is told in words only. */
function mergeProperty(name: string, modes: Schema[]): Schema {
  const having = modes.filter((mode) => mode.properties?.[name]);
  const versions = having.map((mode) => mode.properties![name]!);
  const shared = Object.fromEntries(
    Object.entries(versions[0]!).filter(([keyword, value]) =>
      versions.every((version) => isDeepStrictEqual(version[keyword], value)),
    ),
  );
  const descriptions = versions.map(({ description }) => description);
  const isEverywhere = having.length === modes.length && new Set(descriptions).size === 1;
  return {
    ...shared,
    description: isEverywhere
      ? descriptions[0]!
      : having.map((mode, index) => `${mode.title}: ${descriptions[index]}`).join(' '),
  };
}

/** The choice of a mode: which id makes what, and what it needs. */
function mergeModels(modes: Schema[], common: string[]): Schema {
  const told = modes.map((mode) => {
    const needs = needsOf(mode, common).map((name) => {
      const { minItems, maxItems } = mode.properties![name]!;
      return maxItems === undefined ? `\`${name}\`` : `\`${name}\` (${minItems} to ${maxItems})`;
    });
    const made = mode.description!.trim().split(/(?<=\.)\s/)[0]!;
    const need = needs.length === 0 ? '' : ` Needs ${needs.join(', ')}.`;
    return `${quoted(mode.properties!.model!.enum!)}: ${mode.title}. ${made}${need}`;
  });
  return {
    type: 'string',
    description: `Selects the mode; the second id of each mode is its fast model.\n${told.join('\n')}`,
    enum: modes.flatMap((mode) => mode.properties!.model!.enum!),
  };
}

// Redocly closes what does not say that it is open, and would refuse the examples here.
const open = { additionalProperties: true };

/** What only some modes demand, as conditions on the model: a model API refuses a root `oneOf`, not these. */
function conditions([mode, ...others]: Schema[], common: string[]): Schema | undefined {
  if (!mode) return undefined;
  const rest = conditions(others, common);
  const needs = needsOf(mode, common);
  if (needs.length === 0) return rest;
  const ids = mode.properties!.model!.enum!;
  const limits = needs.map((name) => {
    const { type, description, items, minItems, maxItems } = mode.properties![name]!;
    return [name, { type, description, items, minItems, maxItems }];
  });
  const model = { description: mode.properties!.model!.description!, enum: ids };
  return {
    if: { ...open, required: ['model'], properties: { model } },
    then: { ...open, required: needs, properties: Object.fromEntries(limits) },
    ...(rest && { else: rest }),
  };
}

/**
 * Makes one object of the modes of a request, with the fields of all of them.
 *
 * @param schema - a `oneOf` of modes, without references
 * @returns an object that allows what some mode allows, and by conditions nothing else
 */
export function mergeModes(schema: Schema): Schema {
  const modes = schema.oneOf!;
  const names = [...new Set(modes.flatMap((mode) => Object.keys(mode.properties ?? {})))];
  const common = requiredOf(modes[0]!).filter((name) =>
    modes.every((mode) => requiredOf(mode).includes(name)),
  );
  const properties = names.map((name) => [
    name,
    name === 'model' ? mergeModels(modes, common) : mergeProperty(name, modes),
  ]);
  return {
    type: 'object',
    description: schema.description!,
    required: common,
    properties: Object.fromEntries(properties),
    ...conditions(modes, common),
  };
}
