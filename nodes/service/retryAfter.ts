/**
 * Reads a Retry-After header, which holds either whole seconds or an HTTP date (RFC 9110, 10.2.3).
 *
 * @param header - the header's value as received
 * @param nowMs - the current time in ms since the epoch, for the date form
 * @returns how long to wait in ms, never negative, or undefined when the header says nothing usable
 */
export function parseRetryAfterMs(header: unknown, nowMs: number): number | undefined {
  if (typeof header !== 'string' && typeof header !== 'number') return undefined;
  const text = String(header).trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/[a-z]/i.test(text)) return undefined;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
