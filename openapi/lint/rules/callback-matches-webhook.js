import { isDeepStrictEqual } from 'node:util';
import { operationsOf, resolve } from '../document.js';

/** Generators read either callbacks or webhooks, so both must describe the same notice. */
export default function check(root) {
  const operations = [...operationsOf(root)];
  const bodies = operations
    .filter(({ kind }) => kind === 'webhook')
    .map(({ operation }) => resolve(root, operation.requestBody));
  return operations
    .filter(({ kind }) => kind === 'callback')
    .filter(
      ({ operation }) =>
        !bodies.some((body) => isDeepStrictEqual(body, resolve(root, operation.requestBody))),
    )
    .map(({ operation, pointer }) => ({
      message: `No webhook has the body of the callback \`${operation.operationId}\`.`,
      pointer: [...pointer, 'requestBody'],
    }));
}
