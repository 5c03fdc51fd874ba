/** A shorter secret is a word like others, as "test" in an address: it counts where it stands alone. */
const shortestAnywhere = 8;

/** Fewer letters of base64 occur by chance. */
const shortestBase64 = 6;

/**
 * Finds secrets in a text: as they stand and in any case, as JSON and URLs write them, and in base64,
 * also where that holds more, such as a name before the key.
 *
 * @param secrets - blanks around them do not count
 * @returns undefined when there is nothing to hide
 */
export function secretPattern(secrets: readonly string[]): RegExp | undefined {
  const keys = [...new Set(secrets.map((secret) => secret.trim()))].filter((key) => key !== '');
  const forms = keys.flatMap((key) => [standing(key), ...inBase64(key).map(written)]);
  return forms.length === 0 ? undefined : new RegExp(forms.join('|'), 'gi');
}

function standing(key: string): string {
  if (key.length >= shortestAnywhere) return written(key);
  return `(?<![\\w/-]|\\w\\.)${written(key)}(?![\\w/-]|\\.\\w)`;
}

/** Letters and digits as they are; any other sign also as `\/`, `\u002f`, `%2F` or `%252F`. */
function written(text: string): string {
  return text.replace(/[^a-z\d]/gi, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(2, '0');
    return `(?:\\\\{0,3}(?:\\${sign}|u00${code})|%(?:25)*${code})`;
  });
}

/** The letters of base64 that depend on the key alone, wherever it stands in a group of three bytes. */
function inBase64(key: string): string[] {
  const forms = [0, 1, 2].map((before) => {
    const bytes = Buffer.from(' '.repeat(before) + key);
    const first = Math.ceil((before * 4) / 3);
    return bytes.toString('base64').slice(first, Math.floor((bytes.length * 4) / 3));
  });
  return forms
    .filter(({ length }) => length >= shortestBase64)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
