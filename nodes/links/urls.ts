import { findUnfilled, readList } from '../parameters/readValue';
import { redact } from '../text/redact';

/** Separates addresses; signs that an address may contain count only where another one begins. */
const separator = /[\r\n]+|,\s+|(?=https?:)(?<=[\s,;|]|<br ?\/?>|\\[nrt])/i;

/** What copying leaves around an address. */
const atStart = /^[\s\p{Cf}"“”„<>`]{1,20}/u;
const atEnd = /(?:[\s\p{Cf}"“”„<>`,;|]|<br ?\/?>|\\[nrt]|\sand)+$/iu;
const trimEdges = (text: string) =>
  (text.slice(0, -20) + text.slice(-20).replace(atEnd, '')).replace(atStart, '');

/**
 * Reads the addresses of a field: a list as expressions deliver it, or a text with one or more.
 *
 * @returns the entries that aren't blank; what isn't text comes as JSON, for a message
 */
export const readUrls = (value: unknown): string[] =>
  readList(value, (text) => text.split(separator))
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    .map(trimEdges)
    .filter((entry) => entry !== '');

/** Signs of an address that nobody can have meant. */
const signs: Array<[sign: RegExp, problem: string]> = [
  // One address within another, but for places where services take one as their input.
  [/[^/=?:&]https?:\/\//i, 'must have each web address on a line of its own'],
  [/["<>\\\p{Cc}\p{Cf}]/u, 'must have only characters that a web address can have'],
  [
    /[/=](undefined|NaN)(?=[/?&#.]|$)/,
    'has "undefined" or "NaN" where an expression found no value',
  ],
  [/^[^/]*\/\/[^/?#]*@/, 'must not contain a user name or password'],
];

/**
 * Says what is wrong with a URL that the service should fetch or call.
 *
 * @returns the rest of a sentence that begins with the field's name, or undefined when it's fine
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
 * Writes a URL so that any server can read it: escapes what only browsers forgive, and drops the
 * fragment. A signed URL stays valid.
 *
 * @param text - a URL that {@link checkUrl} accepts
 */
export function toWireUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  // What is already escaped isn't escaped again.
  return origin + encodeURI(pathname + search).replace(/%25(?=[\da-f]{2})/gi, '%');
}

/** Pages of file-sharing sites that show a file instead of being one, by host and path. */
const pages = [
  /^(drive|docs)\.google\.com\/(?!uc\?)/,
  /^photos\.(google\.com|app\.goo\.gl)\//,
  /^(www\.)?(icloud|wetransfer|vimeo|tiktok|instagram)\.com\//,
  /^(we\.tl|imgur\.com\/(?!.*\.\w+$))/,
  /^(www\.)?dropbox\.com\/(?!.*[?&](dl|raw)=1)/,
  /^(1drv\.ms|onedrive\.live\.com)\/(?!download)/,
  /^[\w-]+\.sharepoint\.com\/:/,
  /^(www\.|m\.)?(youtube\.com|youtu\.be)\//,
  /^github\.com\/[^/]+\/[^/]+\/blob\/(?!.*[?&]raw=)/,
];

/**
 * Finds the address of a page around a file: the service would fetch the page, and the video would
 * fail.
 *
 * @returns the rest of a sentence that begins with the field's name, or undefined when it's fine
 */
export function checkIsFile({ hostname, pathname, search }: URL): string | undefined {
  if (!pages.some((page) => page.test(hostname + pathname + search))) return undefined;
  return `must be a file, but "${hostname}" shows a page around it. Download it first (n8n has nodes for Google Drive, Dropbox and OneDrive) and give the file, or give the address of the file itself.`;
}

const insideV4 =
  /^(?=[\d.]+$)(0|10|127|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.(168|0\.0)|198\.1[89])\./;
const insideV6 = /^\[(::1?\]|f[cd]|fe[89a-f])/;
const loopback = /^(127(\.\d+){3}$|\[?::1\]?$|(.*\.)?localhost$)/;

/**
 * Names of one word, names with an ending for private networks (RFC 6762, RFC 8375, ICANN), and public
 * names that resolve to the private address that they contain.
 */
const ownNames =
  /^[^.[]+$|\.(local|internal|home\.arpa|lan)$|(^|\.)((nip|sslip|xip)\.io|(localtest|lvh)\.me)$/;

/** IPv6 that contains an IPv4 address: mapped, translated, compatible, NAT64, or 6to4. */
const holdsV4 =
  /^\[(?:(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]|2002:([\da-f]{1,4}):([\da-f]{1,4}):)/;

/** The host of a parsed URL without a final dot, and as IPv4 where IPv6 contains that. */
function plain(hostname: string): string {
  const [high, low] = holdsV4.exec(hostname)?.slice(1).filter(Boolean) ?? [];
  if (high === undefined || low === undefined) return hostname.replace(/\.$/, '');
  return new URL(`http://0x${high}${low.padStart(4, '0')}`).hostname;
}

/** Whether a host is this machine, as far as its name tells. */
export const isLoopback = (hostname: string): boolean => loopback.test(plain(hostname));

/** Whether nobody on the internet can reach a host, as far as its name tells. */
export const isOutOfReach = (hostname: string): boolean =>
  [loopback, insideV4, insideV6, ownNames].some((inside) => inside.test(plain(hostname)));

/** Whether one host can reach another, as far as their names tell; loopback is each host's own. */
export const canReach = (from: string, to: string): boolean =>
  isLoopback(to) ? isLoopback(from) : isOutOfReach(from) || !isOutOfReach(to);
