/**
 * Reads the forms in which expressions deliver URLs: one string, an array, the text of a JSON
 * array, or a list separated by new lines or commas. A comma inside a URL does not separate.
 *
 * @param value - the parameter's value
 * @returns the entries, trimmed, blanks dropped; entries that are not text are kept as their text
 */
export function parseUrlList(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(parseUrlList);
  if (typeof value === 'object') return [JSON.stringify(value)];
  const text = String(value).trim();
  if (text.startsWith('[')) {
    try {
      return parseUrlList(JSON.parse(text));
    } catch {
      return [text];
    }
  }
  return text
    .split(/[\r\n]+|,\s+|,(?=[a-z][a-z0-9+.-]*:)/i)
    .map((entry) => entry.trim().replace(/,$/, ''))
    .filter((entry) => entry !== '');
}
