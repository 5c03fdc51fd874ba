import type { INodeProperties } from 'n8n-workflow';

/**
 * The fields, shown only for one of the node's operations.
 *
 * @param path - how the fields reach the operation: with a slash from inside a collection
 */
export function showFor(
  operation: string,
  fields: readonly INodeProperties[],
  path: 'operation' | '/operation' = 'operation',
): INodeProperties[] {
  return fields.map((field) => ({
    ...field,
    displayOptions: {
      ...field.displayOptions,
      show: { [path]: [operation], ...field.displayOptions?.show },
    },
  }));
}
