const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

/**
 * Finds a text field at the top of a JSON object that broke off, so that the id of a paid task is
 * not lost with the rest of the answer. A value that is itself cut short is not taken.
 *
 * @param text - the beginning of a JSON object
 * @param field - the field's name
 */
export function salvageField(text: string, field: string): string | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const key = JSON.stringify(field);
  let depth = 0;
  let before = ['', '', ''];
  for (const [token] of text.matchAll(tokens)) {
    const [beforeKey, name, colon] = before;
    const isValue = depth === 1 && colon === ':' && name === key && /^[{,]$/.test(beforeKey ?? '');
    if (isValue) return /^".+"$/s.test(token) ? readString(token) : undefined;
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    before = [name ?? '', colon ?? '', token];
  }
  return undefined;
}

function readString(token: string): string | undefined {
  try {
    return (JSON.parse(token) as string).trim() || undefined;
  } catch {
    return undefined;
  }
}
