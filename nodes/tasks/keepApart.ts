import type { IDataObject } from 'n8n-workflow';

/**
 * Puts a node's own fields beside those of the service. A field of the service that has the name of
 * one of ours stays, under a name of its own: `paid` becomes `taskPaid`.
 *
 * @param prefix - what such a name begins with
 */
export function keepApart(task: IDataObject, own: IDataObject, prefix = 'task'): IDataObject {
  const moved = Object.entries(task).map(([name, value]) => [
    Object.hasOwn(own, name) ? `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
    value,
  ]);
  return { ...Object.fromEntries(moved), ...own };
}
