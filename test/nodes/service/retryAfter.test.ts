import { describe, expect, it } from 'vitest';
import { parseRetryAfterMs } from '../../../nodes/service/retryAfter.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('parseRetryAfterMs', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [7, 7000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['3600', 3_600_000],
    ['86400', 86_400_000],
    ['Thu, 01 Jan 2026 20:00:00 GMT', 72_000_000],
    // Longer than any quota: as if nothing was said.
    ['86401', undefined],
    ['999999999', undefined],
    ['9'.repeat(400), undefined],
    ['Fri, 01 Jan 2038 00:00:00 GMT', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    [' 7 ', 7000],
    ['2026-01-01T00:00:30Z', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (header, want) => {
    expect(parseRetryAfterMs(header, undefined, now)).toBe(want);
  });

  it.each([
    ['Thu, 01 Jan 2026 00:30:00 GMT', 2_000],
    ['today', 1_802_000],
    [undefined, 1_802_000],
  ])('measures a date from the answer’s own, %j', (date, want) => {
    expect(parseRetryAfterMs('Thu, 01 Jan 2026 00:30:02 GMT', date, now)).toBe(want);
  });
});
