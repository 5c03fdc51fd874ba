const longestShown = 300;

/** More than can be shown of any text; it bounds the time that the patterns take. */
const longestRead = 2_000;

const mask = '***';

/** What people and servers write beside a key of ours: logins, tokens and signatures of others. */
const patterns: Array<[RegExp, string]> = [
  [/(\/\/)[^\s/?#"'<>]*@/g, `$1${mask}@`],
  [/\b((?:https?|wss?):\/\/[^\s?#"'<>]+[?#])[^\s"'<>]*/gi, `$1${mask}`],
  [/\b((?:bearer|basic)(?:\s|%20|\+|["':=])+)(?=[^\s"',}&]*\d)[^\s"',}&]+/gi, `$1${mask}`],
  [/((?:key|token|secret|signature|sig|password)=)[^\s"'&<>]+/gi, `$1${mask}`],
  [
    /((?:(?:api|access|client|private|refresh|secret)[_-]?(?:key|token|secret)|password)["']?\s*:\s*["']?)[^\s"',}]+/gi,
    `$1${mask}`,
  ],
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
  return detach(shown.length <= longestShown ? shown : `${cut(shown, longestShown)}…`);
}

/** A part of a long text keeps all of it in memory, unless it is copied. */
const detach = (text: string) => JSON.parse(JSON.stringify(text)) as string;

/** Shortens without leaving half a character. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
