import { describe, expect, it } from 'vitest';
import { redact } from '../../../nodes/text/redact.ts';

describe('redact', () => {
  it.each([
    ['no key abc-123 here', 'no key *** here'],
    ['Authorization: Bearer eyJhbGciOi.x-y_z', 'Authorization: Bearer ***'],
    [
      'see https://a.test/b?token=1&x=2 and http://c.test?d',
      'see https://a.test/b?*** and http://c.test?***',
    ],
    ['https://me:pass@a.test/b', 'https://***@a.test/b'],
    ['many \n\t blanks', 'many blanks'],
  ])('shows %j as %j', (text, want) => {
    expect(redact(text, ['abc-123', ''])).toBe(want);
  });

  it('cuts endless text', () => {
    expect(redact('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`);
  });
});
