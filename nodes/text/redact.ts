const longestShown = 300;

/** Bounds the time that the patterns take. */
const longestRead = 2_000;

/** A shorter secret, such as "test", is also a common word, so it is hidden only where it stands alone. */
const shortestAnywhere = 8;

const mask = '***';

/** Takes a secret out of any text. */
export type Hide = (text: string) => string;

/**
 * Hides a secret as it stands, as JSON and URLs write it, and in base64, even as a part of what is
 * encoded there, such as `name:key`.
 */
export function hideSecret(secret: string): Hide {
  const forms =
    secret.length < shortestAnywhere
      ? [`(?<![\\w/-]|\\w\\.)${written(secret)}(?![\\w/-]|\\.\\w)`]
      : [secret, ...inBase64(secret)].map(written);
  const pattern = new RegExp(forms.join('|'), 'gi');
  // JSON may hold a secret of digits as a number, and has to remain JSON.
  const instead = /^\d+$/.test(secret) ? '0' : mask;
  return (text) => text.replace(pattern, instead);
}

/** Matches a text in which signs may be written as `\/`, `\u002f`, `%2F` or `%252F`. */
function written(text: string): string {
  return text.replace(/[^a-z\d]/gi, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(2, '0');
    return `(?:\\\\{0,3}(?:\\${sign}|u00${code})|%(?:25)*${code})`;
  });
}

/** Base64 of the secret at each place in a group of three bytes, without what its neighbours change. */
function inBase64(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(' '.repeat(before) + secret);
    const first = Math.ceil((before * 4) / 3);
    const form = bytes.toString('base64').slice(first, Math.floor((bytes.length * 4) / 3));
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Secrets that aren't ours: logins, tokens and signatures. */
const patterns: Array<[RegExp, string]> = [
  [/(\/\/)[^\s/?#"'<>]*@/g, `$1${mask}@`],
  [/\b((?:https?|wss?):\/\/[^\s?#"'<>]+[?#])[^\s"'<>]*/gi, `$1${mask}`],
  [/\b((?:bearer|basic)(?:\s|%20|\+|["':=])+)(?=[^\s"',}&]*\d)[^\s"',}&]+/gi, `$1${mask}`],
  [/((?:key|token|secret|signature|sig|password)(?:=|["']\s*:\s*["']))[^\s"'&<>]+/gi, `$1${mask}`],
];

/**
 * Makes a text of the service or the network fit to be shown: short, without logins, tokens and
 * signed query strings. The account's own key must have been hidden before.
 */
export function redact(text: string): string {
  let shown = cut(text.replace(/\s+/g, ' ').trim(), longestRead);
  for (const [pattern, replacement] of patterns) shown = shown.replace(pattern, replacement);
  // A copy, because a slice would keep the whole text in memory.
  return JSON.parse(JSON.stringify(shorten(shown, longestShown))) as string;
}

/** Shortens a text for a message. */
export const shorten = (text: string, longest = 60) =>
  text.length > longest ? `${cut(text, longest)}…` : text;

/** Never leaves half a character. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
