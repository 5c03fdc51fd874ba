/** A text or a number in a body, and the names on the way to it; that of a list's entry is empty. */
export interface Field {
  path: readonly string[];
  value: string;
}

/** Both bound the time; a body of this service has a few hundred characters and a dozen fields. */
const longestRead = 60_000;
const mostValues = 5_000;
const longestPath = 8;

/** What stands behind such a word in a sentence, or begins with one. */
const idInSentence =
  /(?<=\b(?:task|job|video|generation|operation|request|id)["']?[\s:=#]{1,3}["']?)[\w-]*\d[\w-]*|\b(?:task|job|gen|video)[_-][\w-]+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;
/**
 * The next text of JSON that broke off, with its value where it names one. Text after text, so that
 * none is taken for what stands between two; a number that ends with the body may have lost digits.
 */
const textInPiece =
  /"((?:[^"\\]|\\.)*)(?:"|$)(?:\s*:\s*(?:"((?:[^"\\]|\\.)*)(?:"|$)|(\d{1,100})(?=[\s,}\]])))?/gs;
const longestInPiece = 600;
/** A text that isn't closed counts as well, or looking for its end again and again would take long. */
const textOrLargeNumber = /"(?:[^"\\]|\\.)*(?:"|$)|(?<![\w.+-])\d{16,}(?![\w.])/g;
const form = /^[^\s=&<{["]{1,100}=\S*$/;

/**
 * Reads the texts and numbers of a body, outermost first: of JSON, whole or broken off, and of a
 * form. Of a sentence, only what looks like an ID, without a name.
 */
export function readFields(text: string): Field[] {
  const read = text.slice(0, longestRead).trim();
  const value = parse(read);
  if (typeof value === 'string') return readFields(value);
  if (value !== undefined) return fieldsOf(value);
  if (/^[{[]/.test(read))
    return [...read.matchAll(textInPiece)].flatMap(([whole, name = '', inQuotes, number]) => {
      const value = number ?? (whole.endsWith('"') ? inQuotes : undefined);
      const isPlain = value !== undefined && value !== '' && !`${name}${value}`.includes('\\');
      return isPlain && value.length <= longestInPiece ? [{ path: [name], value }] : [];
    });
  if (form.test(read)) return fieldsOf(Object.fromEntries(new URLSearchParams(read)));
  return Array.from(read.matchAll(idInSentence), ([id]) => ({ path: [], value: id }));
}

function fieldsOf(value: unknown): Field[] {
  return [...valuesIn(value)].flatMap(({ path, value }) =>
    path.length > 0 && (typeof value === 'string' || Number.isSafeInteger(value))
      ? [{ path, value: String(value) }]
      : [],
  );
}

/** Goes through all that is in a value, outermost first; JSON that stands in a text is opened. */
export function* valuesIn(
  value: unknown,
): Generator<{ path: readonly string[]; value: unknown }, void> {
  const found = [{ path: [] as readonly string[], value }];
  for (const { path, value } of found) {
    const opened = typeof value === 'string' && /^\s*[{["]/.test(value) ? parse(value) : undefined;
    const inside = opened ?? value;
    yield { path, value: inside };
    if (typeof inside !== 'object' || inside === null) continue;
    for (const [name, inner] of Object.entries(inside)) {
      if (found.length >= mostValues) break;
      const step = Array.isArray(inside) ? '' : name;
      found.push({ path: [...path.slice(-longestPath), step], value: inner });
    }
  }
}

/** Large numbers become texts: JSON.parse would alter them. */
function parse(text: string): unknown {
  try {
    return JSON.parse(
      text.replace(textOrLargeNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)),
    );
  } catch {
    return undefined;
  }
}
