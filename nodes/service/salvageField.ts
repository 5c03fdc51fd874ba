/** A number counts only with what follows it, or it may be cut short. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*(?=\s*[,}])|[{}[\]:,]/gs;

/**
 * Finds a field with text or a number at the top of a JSON object that broke off, so that the id of
 * a paid task is not lost with the rest of the answer. A value that is itself cut short is not taken,
 * and a number keeps all its digits.
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
    if (isValue) return /^[{[]/.test(token) ? undefined : readValue(token);
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    before = [name ?? '', colon ?? '', token];
  }
  return undefined;
}

function readValue(token: string): string | undefined {
  if (!token.startsWith('"')) return token;
  try {
    return (JSON.parse(token) as string) || undefined;
  } catch {
    return undefined;
  }
}
