/** A text that isn't closed counts as well, or looking for its end again and again would take long. */
const textOrLongNumber = /"(?:[^"\\]+|\\.)*(?:"|$)|(?<![\w.+-])-?\d{16,}(?![\w.])/gs;

/** n8n copies and stores what it is given by recursion: what is nested deeper is left out. */
const deepest = 20;

/**
 * Parses JSON. A whole number that JavaScript cannot hold exactly, as an ID may be, comes as its
 * digits in a text.
 *
 * @returns undefined when the text is no JSON
 */
export function parseJson(text: string): unknown {
  const exact = text.replace(textOrLongNumber, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
  try {
    return JSON.parse(exact.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** Reads a JSON object, as deep as n8n can handle it; undefined when the text is none. */
export function parseRecord(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (cutDeep(value, deepest) as Record<string, unknown>) : undefined;
}

function cutDeep(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) return value.map((entry) => cutDeep(entry, levels - 1));
  const fields = Object.entries(value).map(([name, inner]) => [name, cutDeep(inner, levels - 1)]);
  return Object.fromEntries(fields);
}
