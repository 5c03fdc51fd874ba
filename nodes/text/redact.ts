import { hideSecrets } from './hideSecrets';

const maxShownLength = 300;

/** More than can be shown of any text; it bounds the time that the patterns take. */
const maxReadLength = 2_000;

/** The same before blanks are taken out, of which a text may be full. */
const maxLookedAtLength = 20_000;

/** What a text that is cut may end on: the beginning of a secret, too short to be known as one. */
const maxPartLength = 8;

const secretNames =
  '(?:api|access|auth|refresh|client|private|x-amz|x-goog)?[_-]?(?:key|token|secret|signature|sig|password|passwd|pwd|credential|security-token)';

/** Words that follow "Bearer" in sentences, not in headers. */
const notAToken = '(?!(?:tokens?|auth\\w*|scheme|keys?|headers?|credentials?)\\b)';

const patterns: [RegExp, string][] = [
  [
    new RegExp(`\\b(bearer)(\\s+|%20|\\+|["']?\\s*[:=,]\\s*["']?)${notAToken}[^\\s"',}&]+`, 'gi'),
    '$1 ***',
  ],
  [/\b((?:[Bb]asic|BASIC)\s+)(?=[a-z+/]*[\dA-Z=])[\w+/-]{8,}=*/g, '$1***'],
  [/((?:https?|wss?):\/\/[^\s?#"<>]+[?#])[^\s"<>]*/gi, '$1***'],
  [new RegExp(`\\b(${secretNames}=)[^\\s"'&<>]+`, 'gi'), '$1***'],
  [
    new RegExp(
      `\\b((?:api|access|client|secret|private|refresh)[_-]?(?:key|token|secret)|password)(["']?\\s*:\\s*["']?)[^\\s"',}]+`,
      'gi',
    ),
    '$1$2***',
  ],
];

/**
 * Makes text from outside fit to be shown: no keys, no logins, no signed query strings, not endless.
 *
 * @param text - what the service or the network layer said
 * @param secrets - values that must never be shown, such as the API key
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const isCut = text.length > maxLookedAtLength;
  const hidden = hideSecrets(isCut ? cut(text, maxLookedAtLength) : text, secrets);
  const own = (isCut ? cut(hidden, hidden.length - maxPartLength) : hidden)
    .replace(/\s+/g, ' ')
    .trim();
  let shown = hideLogins(cut(own, maxReadLength));
  for (const [pattern, replacement] of patterns) shown = shown.replace(pattern, replacement);
  // Once more: what was taken out may have brought the parts of a secret together.
  shown = hideSecrets(shown, secrets);
  if (shown.length <= maxShownLength) return detach(shown);
  return detach(hideSecrets(`${cut(shown, maxShownLength)}…`, secrets));
}

/** A part of a long text keeps all of it in memory, unless it is copied. */
const detach = (text: string) => JSON.parse(JSON.stringify(text)) as string;

/** Shortens without leaving half a character. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/**
 * Hides user names and passwords in addresses. One with a slash in its password is no address any
 * more, but people type it, and then it is shown to them.
 */
function hideLogins(text: string): string {
  return text
    .replace(/([a-z][a-z\d+.-]*:\/\/)([^\s"<>]*)@/gi, (whole, scheme: string, login: string) => {
      const [authority = ''] = login.split(/[/?#]/);
      const isLogin = authority === login || /:(?!\d*$)/.test(authority);
      return isLogin ? `${scheme}***@` : whole;
    })
    .replace(/(^|[\s"'(])[^\s:@/"']+:[^\s@"'/]+@(?=[\w[])/g, '$1***@');
}
