import openapiTS, { astToString } from 'openapi-typescript';
import type { Identifier } from 'typescript';

const banner = '// Generated from openapi/openapi.yaml by `npx gulp`. Do not edit.\n\n';

const settings = { rootTypes: true, rootTypesNoSchemaPrefix: true };

/**
 * Turns the bundled document into TypeScript types.
 *
 * @param bundle - the bundled OpenAPI document, as an object
 * @returns the source text of a module of types
 */
export const generateTypes = async (bundle: object): Promise<string> =>
  banner + astToString(await openapiTS(structuredClone(bundle) as never, settings));

/**
 * The same of a few schemas alone, without comments: all that whoever compiles against them needs.
 *
 * @param dereferenced - the document without references
 */
export async function generateSchemaTypes(
  { components, ...dereferenced }: { components: { schemas: Record<string, object> } },
  names: readonly string[],
): Promise<string> {
  // What the discriminator maps to isn't there.
  const schemas = Object.fromEntries(
    names.map((name) => [name, { ...components.schemas[name], discriminator: undefined }]),
  );
  const bare = { ...dereferenced, paths: {}, webhooks: {}, components: { schemas } };
  const nodes = await openapiTS(structuredClone(bare) as never, settings);
  const declared = nodes.filter(
    (node) => 'name' in node && ['components', ...names].includes((node.name as Identifier).text),
  );
  return banner + astToString(declared, { formatOptions: { removeComments: true } });
}
