import { flatten, type FlatDocument } from './flatten.ts';

type Node = Record<string, unknown>;

const schemaRef = /^#\/components\/schemas\/(\w+)$/;

/** Generators copy descriptions into comments, where a second line does not always compile. */
const inOneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, ' ');

const conditions = ['if', 'then', 'else'];

/** An error of which nothing is known but that it may have a body; generators want a type for it. */
function untyped({ content, ...answer }: Node): Node {
  const [[type, media]] = Object.entries(content as Record<string, { schema: Node }>) as [
    [string, { schema: Node }],
  ];
  const { description } = media.schema;
  return { ...answer, content: { [type]: { schema: { type: 'object', description } } } };
}

/** Errors by their status: of a `default` beside them, generators make one more success. */
function rewriteAnswers({ default: _, ...answers }: Node): Node {
  const isError = (code: string) => !code.startsWith('2');
  const entries = Object.entries(answers).map(([code, answer]) => [
    code,
    isError(code) && (answer as Node).content ? untyped(answer as Node) : answer,
  ]);
  return Object.fromEntries(entries);
}

function rewriteNode({ examples, ...node }: Node): Node {
  for (const keyword of conditions) delete node[keyword];
  if (node.responses) node.responses = rewriteAnswers(node.responses as Node);
  // `true` says no more than leaving it out, but generators then make a map of the model.
  if (node.additionalProperties === true) delete node.additionalProperties;
  // `null` is no type of its own in 3.0.
  if (Array.isArray(node.type))
    Object.assign(node, { type: node.type.find((type) => type !== 'null'), nullable: true });
  if (examples === undefined) return node;
  return Array.isArray(examples) ? { ...node, example: examples[0] } : { ...node, examples };
}

function rewrite(node: unknown, key = ''): unknown {
  if (Array.isArray(node)) return node.map((entry) => rewrite(entry));
  if (typeof node === 'string' && key === 'description') return inOneLine(node);
  // What an example holds is data, whatever its fields are called.
  if (typeof node !== 'object' || node === null || key === 'value') return node;
  const entries = Object.entries(rewriteNode(node as Node));
  return Object.fromEntries(entries.map(([name, value]) => [name, rewrite(value, name)]));
}

const withoutExample = ({ example: _, ...node }: Node): Node => node;

/**
 * A request whose only example is one of what every request needs: importers make a body of it, and
 * some tools send whatever is an example of a field, such as the address of a callback.
 */
function withSmallExample({ properties, ...request }: Node, { paths }: FlatDocument): Node {
  const { length } = request.required as string[];
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const media = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
  const values = media
    .flatMap(({ examples }) => Object.values(examples ?? {}))
    .map((one) => one.value);
  const example = values.find((value) => Object.keys(value).length === length)!;
  const fields = Object.entries(properties as Record<string, Node>).map(([name, property]) => {
    if (name in example) return [name, { ...property, example: example[name] }];
    const { items, ...field } = withoutExample(property);
    return [name, items ? { ...field, items: withoutExample(items as Node) } : field];
  });
  return { ...request, properties: Object.fromEntries(fields), example };
}

/** Gives the schemas of the flat form the names back that the bundle has for them. */
function withNames(flat: unknown, bundled: unknown, root: Node, schemas: Node): unknown {
  if (typeof flat !== 'object' || flat === null) return flat;
  if (Array.isArray(flat))
    return flat.map((entry, index) =>
      withNames(entry, (bundled as unknown[] | undefined)?.[index], root, schemas),
    );
  const $ref = (bundled as { $ref?: string } | undefined)?.$ref;
  const name = $ref && schemaRef.exec($ref)?.[1];
  // Of a name without fields generators make a class that they never write.
  if (name && 'properties' in flat) {
    schemas[name] = flat;
    return { $ref };
  }
  const source = $ref
    ? $ref
        .split('/')
        .slice(1)
        .reduce<unknown>((found, segment) => (found as Node)[segment], root)
    : bundled;
  return Object.fromEntries(
    Object.entries(flat).map(([key, value]) => [
      key,
      withNames(value, (source as Node | undefined)?.[key], root, schemas),
    ]),
  );
}

/**
 * Makes the profile for tools that read OpenAPI 3.0 only: one request object, because generators of
 * that time take the fields of a `oneOf` from its last branch; no webhooks; one example for each
 * field; descriptions of one line but for the introduction with its table; a plain string for the
 * open status.
 *
 * @param bundle - the bundled document
 * @param dereferenced - the same without references
 * @returns the same operations as OpenAPI 3.0.2, which more parsers take than 3.0.3
 */
export function downgrade(bundle: object, dereferenced: object): object {
  const flat: FlatDocument = flatten(dereferenced);
  const { title, license } = (
    bundle as { info: { title: string; license: { identifier: string } } }
  ).info;
  const { description, ...info } = flat.info;
  const schemas: Node = {};
  const { paths: flatPaths, ...rest } = flat;
  const slim = rewrite(flatPaths);
  const paths = withNames(slim, (bundle as Node).paths, bundle as Node, schemas);
  schemas.GenerationRequest = withSmallExample(schemas.GenerationRequest as Node, flat);
  const old = rewrite(rest) as Node;
  return {
    ...old,
    openapi: '3.0.2',
    paths,
    components: { ...(old.components as Node), schemas },
    info: {
      ...info,
      // Tools name files, classes and routes after it.
      title,
      description,
      license: {
        name: flat.info.license.name,
        url: `https://spdx.org/licenses/${license.identifier}.html`,
      },
    },
  };
}
