const insideV4 =
  /^(?=[\d.]+$)(0|10|127|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.(168|0\.0)|198\.1[89])\./;
const insideV6 = /^\[(::1?\]|f[cd]|fe[89a-f])/;
const loopback = /^(127(\.\d+){3}$|\[?::1\]?$|(.*\.)?localhost$)/;

/**
 * Names of one word, or by an end that only one's own network knows (RFC 6762, RFC 8375, ICANN), and
 * those that the internet leads inside: they stand for the address that they hold.
 */
const ownNames =
  /^[^.[]+$|\.(local|internal|home\.arpa|lan)$|(^|\.)((nip|sslip|xip)\.io|(localtest|lvh)\.me)$/;

/** IPv6 that holds an IPv4 address: mapped, translated, compatible, NAT64, or 6to4. */
const holdsV4 =
  /^\[(?:(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]|2002:([\da-f]{1,4}):([\da-f]{1,4}):)/;

/** A host as a parsed URL has it: without the dot that may end a name, and IPv4 in IPv6 as IPv4. */
function plain(hostname: string): string {
  const [high, low] = holdsV4.exec(hostname)?.slice(1).filter(Boolean) ?? [];
  if (high === undefined || low === undefined) return hostname.replace(/\.$/, '');
  return new URL(`http://0x${high}${low.padStart(4, '0')}`).hostname;
}

/** Whether a host name is this machine, as far as the name tells. */
export const isLoopback = (hostname: string): boolean => loopback.test(plain(hostname));

/** Whether a host name is written as an address inside a network. */
export const isInside = (hostname: string): boolean =>
  [loopback, insideV4, insideV6].some((inside) => inside.test(plain(hostname)));

/** Whether nobody on the internet can reach a host, as far as its name tells. */
export const isOutOfReach = (hostname: string): boolean =>
  isInside(hostname) || ownNames.test(plain(hostname));

/** Whether one host can reach another, as far as the names tell: its own address leads it to itself. */
export const canReach = (from: string, to: string): boolean =>
  isLoopback(to) ? isLoopback(from) : isOutOfReach(from) || !isOutOfReach(to);
