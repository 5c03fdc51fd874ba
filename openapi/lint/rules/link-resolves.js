import { branches, jsonSchema, operationsOf, resolve } from '../document.js';

const responseField = /^\$response\.body#\/([^/]+)$/;

/** A link must lead to an operation, name its parameters, and take them from what the answer promises. */
export default function check(root) {
  const operations = [...operationsOf(root)];
  return operations.flatMap(({ operation, pointer }) =>
    Object.entries(operation.responses ?? {}).flatMap(([code, response]) =>
      Object.entries(resolve(root, response).links ?? {}).flatMap(([name, link]) => {
        const at = [...pointer, 'responses', code, 'links', name];
        const target = operations.find(
          (found) => found.operation.operationId === link.operationId && found.kind === 'path',
        );
        if (!target)
          return [
            {
              message: `The link leads to \`${link.operationId}\`, which no path has.`,
              pointer: at,
            },
          ];
        return Object.entries(link.parameters ?? {}).flatMap(([parameter, expression]) =>
          faults(root, { parameter, expression, target, link, response }).map((message) => ({
            message,
            pointer: [...at, 'parameters', parameter],
          })),
        );
      }),
    ),
  );
}

function faults(root, { parameter, expression, target, link, response }) {
  const found = [];
  if (!target.parameters.some(({ name }) => name === parameter))
    found.push(`\`${link.operationId}\` has no parameter \`${parameter}\`.`);
  const field = responseField.exec(expression)?.[1];
  const promised = branches(root, jsonSchema(root, response)).every(({ required = [] }) =>
    required.includes(field),
  );
  if (!promised) found.push(`The answer does not promise what \`${expression}\` points at.`);
  return found;
}
