/** No quota is known that lasts longer: whoever says so says nothing that can be used. */
const longestMeantMs = 24 * 60 * 60_000;

/**
 * Reads a Retry-After header, which holds either whole seconds or an HTTP date (RFC 9110, 10.2.3).
 * The gate bounds the pause that is made of it.
 *
 * @param date - the answer's own Date header: a date is meant by the service's clock
 * @param nowMs - the current time in ms since the epoch, where there is none
 * @returns how long to wait in ms, or undefined when the header says nothing usable
 */
export function parseRetryAfterMs(
  header: unknown,
  date: unknown,
  nowMs: number,
): number | undefined {
  const saidMs = readMs(String(header ?? '').trim(), date, nowMs);
  if (Number.isNaN(saidMs) || saidMs > longestMeantMs) return undefined;
  return Math.max(0, saidMs);
}

function readMs(text: string, date: unknown, nowMs: number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[a-z]/i.test(text)) return NaN;
  const serviceNowMs = Date.parse(String(date));
  return Date.parse(text) - (Number.isNaN(serviceNowMs) ? nowMs : serviceNowMs);
}
