import { branches, jsonSchema, operationsOf } from '../document.js';

const bodyField = /^\{\$request\.body#\/([^/}]+)\}$/;

/** A callback's address must be a field that every form of its request can carry. */
export default function check(root) {
  return [...operationsOf(root)]
    .filter(({ kind }) => kind === 'callback')
    .flatMap(({ expression, parent, pointer }) => {
      const at = pointer.slice(0, -1);
      const field = bodyField.exec(expression)?.[1];
      if (!field)
        return [
          {
            message: `Expected {$request.body#/<field>} as callback address, got ${expression}.`,
            pointer: at,
          },
        ];
      return branches(root, jsonSchema(root, parent.requestBody))
        .filter((branch) => !branch.properties?.[field])
        .map((branch) => ({
          message: `The callback's address is \`${field}\`, which ${branch.title ?? 'the request'} does not have.`,
          pointer: at,
        }));
    });
}
