/** A shorter secret is a word like others, as "test" in an address: it counts where it stands alone. */
const shortestAnywhere = 8;

/** Fewer letters of base64 occur by chance. */
const shortestBase64 = 6;

/** Takes a secret out of any text. */
export type Hide = (text: string) => string;

/**
 * Hides a secret as it stands, as JSON and URLs write it, and in base64, also where that holds more,
 * such as a name before the key.
 */
export function hideSecret(secret: string): Hide {
  const isShort = secret.length < shortestAnywhere;
  const plain = isShort
    ? `(?<![\\w/-]|\\w\\.)${written(secret)}(?![\\w/-]|\\.\\w)`
    : written(secret);
  const pattern = new RegExp([plain, ...inBase64(secret).map(written)].join('|'), 'gi');
  // JSON may hold a secret of digits as a number, and has to stay JSON.
  const mask = /^\d+$/.test(secret) ? '0' : '***';
  return (text) => text.replace(pattern, mask);
}

/** Letters and digits as they are; any other sign also as `\/`, `\u002f`, `%2F` or `%252F`. */
function written(text: string): string {
  return text.replace(/[^a-z\d]/gi, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(2, '0');
    return `(?:\\\\{0,3}(?:\\${sign}|u00${code})|%(?:25)*${code})`;
  });
}

/** The letters of base64 that depend on the secret alone, wherever it stands in a group of three bytes. */
function inBase64(secret: string): string[] {
  const forms = [0, 1, 2].map((before) => {
    const bytes = Buffer.from(' '.repeat(before) + secret);
    const first = Math.ceil((before * 4) / 3);
    return bytes.toString('base64').slice(first, Math.floor((bytes.length * 4) / 3));
  });
  return forms
    .filter(({ length }) => length >= shortestBase64)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
