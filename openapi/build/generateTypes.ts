import openapiTS, { astToString } from 'openapi-typescript';

const banner = '// Generated from openapi/openapi.yaml by `npx gulp`. Do not edit.\n\n';

/**
 * Turns the bundled document into TypeScript types.
 *
 * @param bundle - the bundled OpenAPI document, as an object
 * @returns the source text of a module of types
 */
export async function generateTypes(bundle: object): Promise<string> {
  const nodes = await openapiTS(structuredClone(bundle) as never, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return banner + astToString(nodes);
}

/** What a schema says to people: the document and the published types show it. */
const prose = ['title', 'description', 'example', 'examples', 'format'];

/**
 * The same of its schemas alone, without their prose: all that whoever compiles against them needs.
 *
 * @param exported - the schemas that have a name of their own
 */
export async function generateSchemaTypes(
  { components: { schemas }, ...bundle }: { components: { schemas: object } },
  exported: readonly string[],
): Promise<string> {
  // A property may go by one of these names: its value is a schema.
  const isSchema = (value: unknown) => typeof value === 'object' && !Array.isArray(value);
  const text = JSON.stringify(schemas, (key, value: unknown) =>
    prose.includes(key) && !isSchema(value) ? undefined : value,
  );
  const components = { schemas: JSON.parse(text) as object };
  const types = await generateTypes({ ...bundle, paths: {}, webhooks: {}, components });
  const alias = /^export type (\w+) = components.*\n/gm;
  return types.replace(alias, (line, name: string) => (exported.includes(name) ? line : ''));
}
