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
    // Longer than we wait without asking again.
    ['7200', 3_600_000],
    ['86400', 3_600_000],
    ['Thu, 01 Jan 2026 20:00:00 GMT', 3_600_000],
    // Longer than any quota: as if nothing was said.
    ['86401', undefined],
    ['999999999', undefined],
    ['9'.repeat(400), undefined],
    ['Fri, 01 Jan 2038 00:00:00 GMT', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (header, want) => {
    expect(parseRetryAfterMs(header, undefined, now)).toBe(want);
  });
});
