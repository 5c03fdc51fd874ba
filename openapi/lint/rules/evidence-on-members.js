import { operationsOf, resolve, schemasOf } from '../document.js';

const levels = ['documented', 'observed', 'assumed'];

/** Schemas, properties, parameters, operations, responses and security schemes say how they are known. */
export default function check(root) {
  return [...membersOf(root)]
    .filter(({ node }) => !levels.includes(resolve(root, node)['x-evidence']))
    .map(({ node, pointer }) => ({
      message: `Expected x-evidence to be ${levels.join(', ')}, got ${resolve(root, node)['x-evidence']}.`,
      pointer,
    }));
}

function* membersOf(root) {
  for (const { schema, pointer } of schemasOf(root))
    if (pointer.length === 3 || pointer.at(-2) === 'properties') yield { node: schema, pointer };
  for (const kind of ['parameters', 'responses', 'securitySchemes'])
    for (const [name, node] of Object.entries(root.components?.[kind] ?? {}))
      yield { node, pointer: ['components', kind, name] };
  for (const { operation, pointer } of operationsOf(root)) {
    yield { node: operation, pointer };
    for (const [index, node] of (operation.parameters ?? []).entries())
      yield { node, pointer: [...pointer, 'parameters', index] };
    for (const [code, node] of Object.entries(operation.responses ?? {}))
      yield { node, pointer: [...pointer, 'responses', code] };
  }
}
