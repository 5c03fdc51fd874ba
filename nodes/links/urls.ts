import { findUnfilled, readList } from '../parameters/readValue';
import { redact } from '../text/redact';

/**
 * Between two addresses. What may also stand within one separates only where another begins; it is
 * short, so that a text full of blanks takes no longer.
 */
const separator = /[\r\n]+|,\s+|(?:[\s,;|]|<br ?\/?>|\\[nrt]|\sand\s){1,9}(?=https?:)/i;

/** What is left around an address that was copied, and is part of none. */
const edges = /^[\s\p{Cf}"“”„<>`]{1,9}|[\s\p{Cf}"“”„<>`,;|]{1,9}$/gu;

/**
 * Reads the addresses of a field: a list as expressions deliver it, or a text with one or more.
 *
 * @returns the entries, blanks dropped; what is no text is kept as its JSON, for a message
 */
export const readUrls = (value: unknown): string[] =>
  readList(value, (text) => text.split(separator))
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    .map((entry) => entry.replace(edges, ''))
    .filter((entry) => entry !== '');

/** Another address within one, but for the places where services take one as their input. */
const addressInside = /[^/=?:&]https?:\/\//i;

/** A part of an address that an expression was to fill in, and found no value for. */
const partNotFound = /[/=](?:undefined|NaN)(?=[/?&#.]|$)/;

const noAddressHas = /["<>\\\p{Cc}\p{Cf}]/u;

/**
 * Tells what is wrong with a URL that the service is to fetch or call.
 *
 * @returns the second half of a sentence that begins with the field's name, or undefined when it
 *   is fine
 */
export function checkUrl(text: string): string | undefined {
  const but = `but it is "${redact(text)}".`;
  const unfilled = findUnfilled(text);
  if (unfilled !== undefined) return unfilled;
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return `must be a full web address that starts with http:// or https://, ${but}`;
  const { hostname, username, password } = new URL(text);
  if (/^https?$/.test(hostname)) return `must start with https:// only once, ${but}`;
  if (addressInside.test(text)) return `must have each web address on a line of its own, ${but}`;
  const [odd] = noAddressHas.exec(text) ?? [];
  if (odd !== undefined) {
    const codePoint = odd.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `contains a character that no web address has (U+${codePoint}). Copy the address again, ${but}`;
  }
  if (partNotFound.test(text))
    return `has "undefined" or "NaN" where an expression found no value, ${but}`;
  if (username || password) return `must not contain a user name or password, ${but}`;
  return undefined;
}

/**
 * Writes a URL so that any server reads it: blanks, brackets and letters outside ASCII, which
 * browsers forgive, become escapes, and a fragment, which no server sees, goes. A URL that needs
 * none of it stays as it is behind its host, signed ones above all.
 *
 * @param text - a URL that {@link checkUrl} accepts
 */
export function toWireUrl(text: string): string {
  const [, behindHost = ''] = /^https?:\/\/[^/?#]*([^#]*)/i.exec(text.toWellFormed())!;
  // What is escaped already stays so.
  return new URL(text).origin + encodeURI(behindHost).replace(/%25(?=[\da-f]{2})/gi, '%');
}
