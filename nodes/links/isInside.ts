const insideV4 =
  /^(?=[\d.]+$)(0|10|127|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|198\.1[89])\./;
const insideV6 = /^\[(::1?\]|f[cd]|fe[89ab])/;
const loopback = /^(127(\.\d+){3}$|\[?::1\]?$|(.*\.)?localhost$)/;

/** Ends of names that only a network of one's own knows (RFC 6762, RFC 8375, ICANN's ".internal"). */
const ownEndings = /\.(local|internal|home\.arpa|lan)$/;

/** A host name as a parsed URL has it, without the dot that may end it. */
const plain = (hostname: string) => hostname.replace(/\.$/, '');

/** Whether a host name is this machine, as far as the name tells. */
export const isLoopback = (hostname: string): boolean => loopback.test(plain(hostname));

/** Whether a host name is written as an address inside a network. */
export function isInside(hostname: string): boolean {
  const host = plain(hostname);
  const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host);
  if (mapped === null) return [loopback, insideV4, insideV6].some((inside) => inside.test(host));
  const [high, low] = [parseInt(mapped[1]!, 16), parseInt(mapped[2]!, 16)];
  return insideV4.test([high >> 8, high & 255, low >> 8, low & 255].join('.'));
}

/**
 * Whether nobody on the internet can reach a host, as far as its name tells: an address inside a
 * network, a name of one word, or one that only a local network knows.
 */
export function isOutOfReach(hostname: string): boolean {
  const host = plain(hostname);
  return isInside(host) || /^[^.[]+$/.test(host) || ownEndings.test(host);
}

/** Whether one host can reach another, as far as the names tell: its own address leads it to itself. */
export const canReach = (from: string, to: string): boolean =>
  isLoopback(to) ? isLoopback(from) : isOutOfReach(from) || !isOutOfReach(to);
