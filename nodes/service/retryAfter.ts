/** The longest pause that we make, whatever the service says: then one request asks again. */
export const longestPauseMs = 60 * 60_000;

/** No quota is known that lasts longer: whoever says so says nothing that can be used. */
const longestMeantMs = 24 * 60 * 60_000;

/**
 * Reads a Retry-After header, which holds either whole seconds or an HTTP date (RFC 9110, 10.2.3).
 * Its bounds are ours: the service's contract says nothing of them.
 *
 * @param date - the answer's own Date header: a date is meant by the service's clock
 * @param nowMs - the current time in ms since the epoch, where there is none
 * @returns how long to wait in ms, from 0 to an hour, or undefined when the header says nothing
 *   usable, or more than a day
 */
export function parseRetryAfterMs(
  header: unknown,
  date: unknown,
  nowMs: number,
): number | undefined {
  const saidMs = readMs(String(header ?? '').trim(), date, nowMs);
  if (Number.isNaN(saidMs) || saidMs > longestMeantMs) return undefined;
  return Math.min(Math.max(0, saidMs), longestPauseMs);
}

function readMs(text: string, date: unknown, nowMs: number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[a-z]/i.test(text)) return NaN;
  const serviceNowMs = Date.parse(String(date));
  return Date.parse(text) - (Number.isNaN(serviceNowMs) ? nowMs : serviceNowMs);
}
