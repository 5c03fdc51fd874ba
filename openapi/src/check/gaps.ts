/** Something that the service does not state, and where a keyword would stand if it did. */
export interface Gap {
  where: string;
  aspect: string;
  note: string;
}

/** Which part of an operation the end of a pointer is in. */
function part(operation: Record<string, unknown>, [kind, which]: string[]): string {
  if (kind === 'responses') return `, answer ${which}`;
  if (kind !== 'parameters') return '';
  return `, \`${(operation.parameters as Array<{ name: string }>)[Number(which)]!.name}\``;
}

/** A JSON pointer in the words of a reader: the operation, schema or field that it points at. */
function place(pointer: string[], document: Record<string, unknown>): string {
  if (pointer.length === 0) return 'The service as a whole';
  if (pointer[0] === 'components')
    return pointer
      .slice(2)
      .filter((segment) => segment !== 'properties')
      .map((segment) => (segment === 'items' ? 'each element' : `\`${segment}\``))
      .join(', ');
  const method = pointer.findLastIndex((segment) => ['get', 'post'].includes(segment));
  const operation = pointer
    .slice(0, method + 1)
    .reduce((node, segment) => node[segment] as Record<string, unknown>, document);
  const rest = pointer.slice(method + 1);
  return `\`${operation.operationId}\`${part(operation, rest)}`;
}

/**
 * Finds the gaps of a part of the bundled document.
 *
 * @param node - the part
 * @param document - the whole
 * @param pointer - where in the whole the part is
 */
export function* gapsOf(
  node: unknown,
  document: Record<string, unknown>,
  pointer: string[] = [],
): Generator<Gap> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'x-unspecified')
      for (const [aspect, note] of Object.entries(value as Record<string, string>))
        yield { where: place(pointer, document), aspect, note };
    else yield* gapsOf(value, document, [...pointer, key]);
  }
}
