import { operationsOf, resolve, schemasOf } from '../document.js';

/** A keyword that is left out because the service does not say is listed as a gap, never just absent. */
export default function check(root) {
  return [...gapsOf(root)]
    .filter(({ node, aspects }) => !aspects.some((a) => resolve(root, node)['x-unspecified']?.[a]))
    .map(({ aspects, pointer }) => ({
      message: `Nothing says what is open here; expected x-unspecified to have ${aspects.join(' or ')}.`,
      pointer,
    }));
}

function* gapsOf(root) {
  for (const { schema, pointer } of schemasOf(root)) {
    const isRequest = /Request$/.test(pointer[2]);
    for (const [name, node] of Object.entries(schema.properties ?? {})) {
      const at = [...pointer, 'properties', name];
      if (!schema.required?.includes(name))
        yield { node, pointer: at, aspects: isRequest ? ['omission', 'mandatory'] : ['presence'] };
      const aspects = openAspects(resolve(root, node));
      if (aspects) yield { node, pointer: at, aspects };
    }
    if (schema.items && openAspects(resolve(root, schema.items)))
      yield {
        node: schema.items,
        pointer: [...pointer, 'items'],
        aspects: openAspects(resolve(root, schema.items)),
      };
  }
  for (const { operation, pointer } of operationsOf(root))
    for (const [code, node] of Object.entries(operation.responses ?? {}))
      yield { node, pointer: [...pointer, 'responses', code], aspects: ['codes'] };
}

/** The aspects of which one must be listed, or nothing when the schema restricts the value fully. */
function openAspects(schema) {
  if (schema.enum || schema.const !== undefined) return undefined;
  const types = [schema.type].flat();
  if (types.includes('array')) return schema.maxItems === undefined ? ['count'] : undefined;
  if (types.includes('number') || types.includes('integer'))
    return schema.maximum === undefined ? ['range'] : undefined;
  if (types.includes('string') || schema.anyOf) return ['values', 'alphabet', 'length'];
  return undefined;
}
