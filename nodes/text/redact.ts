const longestShown = 300;

/** More than can be shown of any text; it bounds the time that the patterns take. */
const longestRead = 2_000;

/** A shorter secret is a word like others, as "test" in an address: it counts where it stands alone. */
const shortestAnywhere = 8;

const mask = '***';

/** Takes a secret out of any text. */
export type Hide = (text: string) => string;

/**
 * Hides a secret as it stands, as JSON and URLs write it, and in base64, also where that holds more,
 * such as a name before the key.
 */
export function hideSecret(secret: string): Hide {
  const forms =
    secret.length < shortestAnywhere
      ? [`(?<![\\w/-]|\\w\\.)${written(secret)}(?![\\w/-]|\\.\\w)`]
      : [secret, ...inBase64(secret)].map(written);
  const pattern = new RegExp(forms.join('|'), 'gi');
  // JSON may hold a secret of digits as a number, and has to stay JSON.
  const instead = /^\d+$/.test(secret) ? '0' : mask;
  return (text) => text.replace(pattern, instead);
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
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(' '.repeat(before) + secret);
    const first = Math.ceil((before * 4) / 3);
    const form = bytes.toString('base64').slice(first, Math.floor((bytes.length * 4) / 3));
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** What people and servers write beside a key of ours: logins, tokens and signatures of others. */
const patterns: Array<[RegExp, string]> = [
  [/(\/\/)[^\s/?#"'<>]*@/g, `$1${mask}@`],
  [/\b((?:https?|wss?):\/\/[^\s?#"'<>]+[?#])[^\s"'<>]*/gi, `$1${mask}`],
  [/\b((?:bearer|basic)(?:\s|%20|\+|["':=])+)(?=[^\s"',}&]*\d)[^\s"',}&]+/gi, `$1${mask}`],
  [/((?:key|token|secret|signature|sig|password)(?:=|["']\s*:\s*["']))[^\s"'&<>]+/gi, `$1${mask}`],
];

/**
 * Makes text from outside fit to be shown: no logins, no tokens, no signed query strings, not
 * endless. The account's own key is hidden before.
 *
 * @param text - what the service or the network layer said
 */
export function redact(text: string): string {
  let shown = cut(text.replace(/\s+/g, ' ').trim(), longestRead);
  for (const [pattern, replacement] of patterns) shown = shown.replace(pattern, replacement);
  // A copy: a part of a long text would keep all of it in memory.
  return JSON.parse(JSON.stringify(shorten(shown, longestShown))) as string;
}

/** A text from outside, short enough for a message. */
export const shorten = (text: string, longest = 60) =>
  text.length > longest ? `${cut(text, longest)}…` : text;

/** Shortens without leaving half a character. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
