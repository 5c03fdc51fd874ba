import ts from 'typescript';
import openapiTS, { astToString } from 'openapi-typescript';
import type { SchemaObject } from 'openapi-typescript';

const banner = '// Generated from openapi/openapi.yaml by `npm run build`. Do not edit.\n\n';

/** `Known | (string & {})` keeps the known values visible to editors while any string is taken. */
function openEnum(schema: SchemaObject): ts.TypeNode | undefined {
  const options = (schema as { anyOf?: Array<{ $ref?: string; type?: string }> }).anyOf;
  if (options?.length !== 2 || !options[0]?.$ref || options[1]?.type !== 'string') return undefined;
  const known = options[0].$ref.split('/').at(-1) as string;
  const factory = ts.factory;
  return factory.createUnionTypeNode([
    factory.createIndexedAccessTypeNode(
      factory.createIndexedAccessTypeNode(
        factory.createTypeReferenceNode('components'),
        factory.createLiteralTypeNode(factory.createStringLiteral('schemas')),
      ),
      factory.createLiteralTypeNode(factory.createStringLiteral(known)),
    ),
    factory.createParenthesizedType(
      factory.createIntersectionTypeNode([
        factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
        factory.createTypeLiteralNode([]),
      ]),
    ),
  ]);
}

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
    transform: openEnum,
  });
  return banner + astToString(nodes);
}
