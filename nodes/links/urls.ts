import { findUnfilled, readList } from '../parameters/readValue';
import { redact } from '../text/redact';

/** Between two addresses; what may also stand within one separates only where another begins. */
const separator = /[\r\n]+|,\s+|(?=https?:)(?<=[\s,;|]|<br ?\/?>|\\[nrt])/i;

/** What is left around an address that was copied, or is one of several, and is part of none. */
const atStart = /^[\s\p{Cf}"“”„<>`]{1,20}/u;
const atEnd = /(?:[\s\p{Cf}"“”„<>`,;|]|<br ?\/?>|\\[nrt]|\sand)+$/iu;
const trimEdges = (text: string) =>
  (text.slice(0, -20) + text.slice(-20).replace(atEnd, '')).replace(atStart, '');

/**
 * Reads the addresses of a field: a list as expressions deliver it, or a text with one or more.
 *
 * @returns the entries, blanks dropped; what is no text is kept as its JSON, for a message
 */
export const readUrls = (value: unknown): string[] =>
  readList(value, (text) => text.split(separator))
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    .map(trimEdges)
    .filter((entry) => entry !== '');

/** What shows that an address is none that can be meant, and how to say that. */
const signs: Array<[sign: RegExp, problem: string]> = [
  // Another address within one, but for the places where services take one as their input.
  [/[^/=?:&]https?:\/\//i, 'must have each web address on a line of its own'],
  [/["<>\\\p{Cc}\p{Cf}]/u, 'must have only characters that a web address can have'],
  [
    /[/=](undefined|NaN)(?=[/?&#.]|$)/,
    'has "undefined" or "NaN" where an expression found no value',
  ],
  [/^[^/]*\/\/[^/?#]*@/, 'must not contain a user name or password'],
];

/**
 * Tells what is wrong with a URL that the service is to fetch or call.
 *
 * @returns the second half of a sentence that begins with the field's name, or undefined when it
 *   is fine
 */
export function checkUrl(text: string): string | undefined {
  const unfilled = findUnfilled(text);
  if (unfilled !== undefined) return unfilled;
  const isAddress = /^https?:\/\/(?!\/|https?:)/i.test(text) && URL.canParse(text);
  const problem = isAddress
    ? signs.find(([sign]) => sign.test(text))?.[1]
    : 'must be a full web address that starts with http:// or https://';
  return problem && `${problem}, but it is "${redact(text)}".`;
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
