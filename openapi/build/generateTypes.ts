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

/** The same of its schemas alone: whoever sends requests in another way has no use for paths and answers. */
export async function generateSchemaTypes({
  components: { schemas },
  ...bundle
}: {
  components: { schemas: object };
}): Promise<string> {
  return await generateTypes({ ...bundle, paths: {}, webhooks: {}, components: { schemas } });
}
