interface Schema {
  $ref?: string;
  description?: string;
  enum?: string[];
  examples?: unknown[];
  items?: Schema;
  maxItems?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  'x-enum-varnames'?: string[];
  'x-polling-stops-at'?: string[];
}

interface Document {
  paths: Record<string, Record<string, { operationId?: string }>>;
  components: {
    schemas: Record<string, Schema & { discriminator?: { mapping: Record<string, string> } }>;
  };
}

const banner = '// Generated from openapi/openapi.yaml by `npx gulp`. Do not edit.\n';
const methods = ['get', 'put', 'post', 'delete', 'patch'];

const camelCase = (name: string) =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const refName = (ref: string) => ref.split('/').at(-1) as string;
const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** The words that all model ids begin with: family and version, before the tier and the mode. */
function familyOf(ids: string[]): string {
  const [first = [], ...others] = ids.map((id) => id.split('-'));
  const own = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return first.slice(0, own).join('-');
}

function constant(name: string, doc: string, value: unknown): string {
  return `\n/** ${doc} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;
}

/**
 * Turns the bundled document into the constants that programs need at run time.
 *
 * @param document - the bundled OpenAPI document, as an object
 * @param ofModes - what of each mode the reader has a use for; all by default
 * @returns the source text of a module of constants
 * @throws when a request schema lacks its model ids or a status lacks its meaning
 */
export function generateConstants(document: object, ofModes?: readonly string[]): string {
  const { paths, components } = document as Document;
  const { schemas } = components;
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? { ...schemas[refName(schema.$ref)] } : schema;

  const operations = Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method, operation]) => methods.includes(method) && operation.operationId)
        .map(([method, operation]) => [
          operation.operationId,
          { method: method.toUpperCase(), path },
        ]),
    ),
  );

  const { mapping } = schemas.GenerationRequest!.discriminator!;
  const requestNames = [...new Set(Object.values(mapping).map(refName))];
  const modelFamily = familyOf(Object.keys(mapping));
  const modes = Object.fromEntries(
    requestNames.map((name) => {
      const { properties = {}, required = [] } = schemas[name]!;
      const model = resolve(properties.model!);
      const labels = model['x-enum-varnames'];
      if (!model.enum || labels?.length !== model.enum.length)
        throw new Error(`${name}: its model schema needs an enum and as many x-enum-varnames`);
      const models = Object.fromEntries(labels.map((label, index) => [label, model.enum![index]]));
      const suffixes = Object.fromEntries(
        Object.entries(models).map(([label, id]) => [label, id!.slice(modelFamily.length)]),
      );
      const limits = Object.fromEntries(
        Object.entries(properties)
          .map(([field, schema]) => [field, resolve(schema)] as const)
          .filter(([, schema]) => schema.minItems !== undefined || schema.maxItems !== undefined)
          .map(([field, { minItems, maxItems }]) => [field, { minItems, maxItems }]),
      );
      const fields = Object.keys(properties);
      const mode = Object.entries({ schema: name, models, suffixes, fields, required, limits });
      const kept = mode.filter(([key]) => ofModes?.includes(key) ?? true);
      return [lowerFirst(name.replace(/Request$/, '')), Object.fromEntries(kept)];
    }),
  );

  const requestProperties = Object.assign({}, ...requestNames.map((n) => schemas[n]!.properties));
  const fieldNames = (properties: Record<string, Schema>) =>
    Object.fromEntries(Object.keys(properties).map((field) => [camelCase(field), field]));

  const known = schemas.KnownTaskStatus!;
  if (!known.enum || !known['x-polling-stops-at'])
    throw new Error('KnownTaskStatus needs an enum and x-polling-stops-at');

  const examples = Object.fromEntries(
    Object.entries(requestProperties as Record<string, Schema>)
      .map(([field, schema]) => [camelCase(field), resolve(schema).examples] as const)
      .filter(([, values]) => values),
  );

  return [
    banner,
    constant('operations', 'Method and path of each operation, by operationId.', operations),
    constant(
      'modelFamily',
      'What all model ids begin with: the word in the maker’s place, and the version.',
      modelFamily,
    ),
    constant(
      'modes',
      'What each mode takes, and what stands behind the family in its model ids.',
      modes,
    ),
    constant('requestField', 'Wire names of the request fields.', fieldNames(requestProperties)),
    constant('requestFieldExamples', 'Values in use of the request fields.', examples),
    constant('taskField', 'Wire names of the task fields.', fieldNames(schemas.Task!.properties!)),
    constant(
      'taskStatus',
      'The states that the service names.',
      Object.fromEntries(known.enum.map((status) => [camelCase(status), status])),
    ),
    constant(
      'finalTaskStatuses',
      'The states at which a client stops polling.',
      known['x-polling-stops-at'],
    ),
  ].join('');
}
