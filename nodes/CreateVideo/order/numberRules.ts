import type { NumberRule } from '../../parameters/readValue';
import { requestsAtOnceRule, unboundedRequests } from '../../parameters/requestsAtOnce';

export const defaults = {
  concurrency: unboundedRequests,
  timeoutSeconds: 60,
  busySeconds: 120,
  /** Without the option there is no limit. */
  maxVideos: Infinity,
  maxVideosPerDay: Infinity,
};

/** What the number fields take; the form shows the same bounds. */
export const numberRules = {
  concurrency: requestsAtOnceRule,
  timeoutSeconds: { label: 'Request Timeout', least: 1, most: 3600 },
  busySeconds: { label: 'Wait When Busy', least: 0, most: 86_400 },
  maxVideos: { label: 'Most Videos per Execution', least: 0, most: 1_000_000, whole: true },
  maxVideosPerDay: { label: 'Most Videos per Day', least: 0, most: 5_000, whole: true },
} satisfies Record<keyof typeof defaults, NumberRule>;

/** The bounds of a number field, as n8n's form takes them. */
export function bounds(name: keyof typeof numberRules) {
  const { least, most, whole }: NumberRule = numberRules[name];
  return { minValue: least, maxValue: most, ...(whole && { numberPrecision: 0 }) };
}
