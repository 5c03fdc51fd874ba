import { redact } from '../text/redact';

/**
 * Tells what is wrong with a URL that the service is to fetch or call.
 *
 * @param text - the URL
 * @returns the second half of a sentence that begins with the field's name, or undefined when it
 *   is fine
 */
export function checkUrl(text: string): string | undefined {
  const but = `but it is "${redact(text)}".`;
  const notAnAddress = `must be a full web address that starts with http:// or https://, ${but}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return notAnAddress;
  }
  if (!/^https?:$/.test(url.protocol) || !url.hostname) return notAnAddress;
  if (url.username || url.password) return `must not contain a user name or password, ${but}`;
  return undefined;
}

/** Whether a host name is this machine, as far as the name tells. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host)
  );
}

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

/** Characters that a URI may hold as they are (RFC 3986), percent signs only as escapes. */
const plainUri = /^(?:[\w.~:/?#@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;

const escape = (part: string) =>
  part.replace(/%(?![0-9a-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/gi, (character) =>
    character === '%' ? '%25' : encodeURIComponent(character),
  );

/**
 * Writes a URL so that any server reads it: blanks, brackets and letters outside ASCII, which
 * browsers forgive, become escapes. A URL that needs none stays as it is, signed ones above all.
 *
 * @param text - an absolute URL that `new URL` accepts
 */
export function toWireUrl(text: string): string {
  if (plainUri.test(text) && text.indexOf('#') === text.lastIndexOf('#')) return text;
  const { origin, pathname, search, hash } = new URL(text);
  return (
    origin +
    escape(pathname) +
    (search && `?${escape(search.slice(1))}`) +
    (hash && `#${escape(hash.slice(1))}`)
  );
}
