import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { readChoice } from './readValue';

/**
 * Reads which of its operations the node is to do.
 *
 * @param operations - the values that the field may have; the first is its default
 * @throws when it has another value, as a workflow that was written by hand may
 */
export function readOperation<Operation extends string>(
  context: IExecuteFunctions,
  operations: readonly [Operation, ...Operation[]],
): Operation {
  const value: unknown = context.getNodeParameter('operation', 0, operations[0]);
  const read = readChoice(value, 'Operation', operations);
  if (read.problem !== undefined)
    throw new NodeOperationError(context.getNode(), read.problem, {
      description: 'Choose one of the operations in the list.',
    });
  return read.value;
}
