import openapiTS, { astToString } from 'openapi-typescript';

const banner = '// Generated from openapi/openapi.yaml by `npx gulp`. Do not edit.\n\n';

/**
 * Turns the bundled document into TypeScript types.
 *
 * @param bundle - the bundled OpenAPI document, as an object
 * @returns the source text of a module of types
 */
export async function generateTypes(bundle: object, removeComments = false): Promise<string> {
  const nodes = await openapiTS(structuredClone(bundle) as never, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return banner + astToString(nodes, { formatOptions: { removeComments } });
}

/**
 * The same of its schemas alone, without comments: all that whoever compiles against them needs.
 *
 * @param exported - the schemas that have a name of their own
 */
export async function generateSchemaTypes(
  { components: { schemas }, ...bundle }: { components: { schemas: object } },
  exported: readonly string[],
): Promise<string> {
  const bare = { ...bundle, paths: {}, webhooks: {}, components: { schemas } };
  const types = await generateTypes(bare, true);
  const alias = /^export type (\w+) = components.*\n/gm;
  return types.replace(alias, (line, name: string) => (exported.includes(name) ? line : ''));
}
