const isV4 = /^\d+\.\d+\.\d+\.\d+$/;
const insideV4 =
  /^(0|10|127)\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^192\.168\.|^198\.1[89]\./;
const insideV6 = /^\[(::1?\]|f[cd]|fe[89ab])/;

/** Whether a host name is this machine, as far as the name tells. */
export const isLoopback = (hostname: string): boolean =>
  /^(127(\.\d+){3}$|\[?::1\]?$|(.*\.)?localhost$)/.test(plain(hostname));

/** Whether a host name, as a parsed URL has it, is written as an address inside a network. */
export function isInside(hostname: string): boolean {
  const host = plain(hostname);
  if (isLoopback(host)) return true;
  const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host);
  if (mapped === null) return (isV4.test(host) && insideV4.test(host)) || insideV6.test(host);
  const [high, low] = [parseInt(mapped[1]!, 16), parseInt(mapped[2]!, 16)];
  return insideV4.test(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
}

/** Ends of names that only a network of one's own knows (RFC 6762, RFC 8375, ICANN's ".internal"). */
const ownEndings = ['.local', '.internal', '.home.arpa', '.lan'];

/**
 * Whether nobody on the internet can reach a host, as far as its name tells: an address inside a
 * network, a name of one word, or one that only a local network knows.
 */
export function isOutOfReach(hostname: string): boolean {
  const host = plain(hostname);
  const isWord = !host.includes('.') && !host.startsWith('[');
  return isInside(host) || isWord || ownEndings.some((ending) => host.endsWith(ending));
}

/** Whether one host can reach another, as far as the names tell: its own address leads it to itself. */
export const canReach = (from: string, to: string): boolean =>
  isLoopback(to) ? isLoopback(from) : isOutOfReach(from) || !isOutOfReach(to);

const plain = (hostname: string) => hostname.toLowerCase().replace(/\.$/, '');
