const insideV4 =
  /^(?=[\d.]+$)(0|10|127|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|198\.1[89])\./;
const insideV6 = /^\[(::1?\]|f[cd]|fe[89ab])/;
const loopback = /^(127(\.\d+){3}$|\[?::1\]?$|(.*\.)?localhost$)/;

/** Names of one word, or by an end that only one's own network knows (RFC 6762, RFC 8375, ICANN). */
const ownNames = /^[^.[]+$|\.(local|internal|home\.arpa|lan)$/;

/** A host as a parsed URL has it: without the dot that may end a name, and IPv4 in IPv6 as IPv4. */
function plain(hostname: string): string {
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (low === undefined) return hostname.replace(/\.$/, '');
  return new URL(`http://0x${high}${low.padStart(4, '0')}`).hostname;
}

/** Whether a host name is this machine, as far as the name tells. */
export const isLoopback = (hostname: string): boolean => loopback.test(plain(hostname));

/** Whether a host name is written as an address inside a network. */
export const isInside = (hostname: string): boolean =>
  [loopback, insideV4, insideV6].some((inside) => inside.test(plain(hostname)));

/** Whether nobody on the internet can reach a host, as far as its name tells. */
const isOutOfReach = (hostname: string): boolean =>
  isInside(hostname) || ownNames.test(plain(hostname));

/** Whether one host can reach another, as far as the names tell: its own address leads it to itself. */
export const canReach = (from: string, to: string): boolean =>
  isLoopback(to) ? isLoopback(from) : isOutOfReach(from) || !isOutOfReach(to);
