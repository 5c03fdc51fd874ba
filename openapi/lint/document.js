const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Follows local references from a node of the bundle until something that is not one. */
export function resolve(root, node) {
  if (typeof node?.$ref !== 'string') return node;
  const target = node.$ref
    .replace(/^#\//, '')
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((found, segment) => found?.[segment], root);
  return resolve(root, target);
}

/** The schema's own branches: what `oneOf` offers, or the schema itself. */
export function branches(root, schema) {
  const resolved = resolve(root, schema);
  return resolved?.oneOf
    ? resolved.oneOf.flatMap((branch) => branches(root, branch))
    : [resolved ?? {}];
}

function* inPathItem(root, item, pointer, kind) {
  for (const method of methods) {
    const operation = item[method];
    if (!operation) continue;
    const at = [...pointer, method];
    yield { operation, kind, pointer: at, parameters: parametersOf(root, item, operation) };
    for (const [name, callback] of Object.entries(operation.callbacks ?? {}))
      for (const [expression, inner] of Object.entries(resolve(root, callback)))
        for (const found of inPathItem(
          root,
          inner,
          [...at, 'callbacks', name, expression],
          'callback',
        ))
          yield { ...found, expression, parent: operation };
  }
}

function parametersOf(root, item, operation) {
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((p) => resolve(root, p));
}

/** Every operation of the bundle: of paths, of webhooks, and of callbacks with their parent. */
export function* operationsOf(root) {
  for (const [path, item] of Object.entries(root.paths ?? {}))
    yield* inPathItem(root, item, ['paths', path], 'path');
  for (const [name, item] of Object.entries(root.webhooks ?? {}))
    yield* inPathItem(root, item, ['webhooks', name], 'webhook');
}

/** Every schema below the named ones, each with its pointer; references are not followed. */
export function* schemasOf(root) {
  for (const [name, schema] of Object.entries(root.components?.schemas ?? {}))
    yield* below(schema, ['components', 'schemas', name]);
}

function* below(schema, pointer) {
  yield { schema, pointer };
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* below(property, [...pointer, 'properties', name]);
  if (schema.items) yield* below(schema.items, [...pointer, 'items']);
  for (const keyword of ['oneOf', 'anyOf', 'allOf'])
    for (const [index, option] of (schema[keyword] ?? []).entries())
      yield* below(option, [...pointer, keyword, index]);
}

/** The JSON schema of a request body or a response. */
export function jsonSchema(root, body) {
  return resolve(root, body)?.content?.['application/json']?.schema;
}
