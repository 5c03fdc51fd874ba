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
  if (!/^https?:\/\/(?!\/|https?:)/i.test(text) || !URL.canParse(text))
    return `must be a full web address that starts with http:// or https://, ${but}`;
  if (addressInside.test(text)) return `must have each web address on a line of its own, ${but}`;
  if (noAddressHas.test(text))
    return `must have only characters that a web address can have, ${but} Copy it again.`;
  if (partNotFound.test(text))
    return `has "undefined" or "NaN" where an expression found no value, ${but}`;
  const { username, password } = new URL(text);
  if (username || password) return `must not contain a user name or password, ${but}`;
  return undefined;
}

/**
 * Writes a URL so that any server reads it: blanks, brackets and letters outside ASCII, which
 * browsers forgive, become escapes, and a fragment, which no server sees, goes. What is signed
 * stays as it is.
 *
 * @param text - a URL that {@link checkUrl} accepts
 */
export function toWireUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  // What is escaped already stays so.
  return origin + encodeURI(pathname + search).replace(/%25(?=[\da-f]{2})/gi, '%');
}
