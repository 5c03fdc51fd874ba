import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addLabel, readCallLabel, signLabel } from '../../../nodes/links/label.ts';

describe('a label in a callback address', () => {
  it('comes back as it was, whatever it says, and leaves the address as it is', async () => {
    const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    const address = fc.constantFrom(
      'https://hooks.test/a',
      'https://hooks.test/a%2fb?sig=A%2bB%3D&z=',
      'https://hooks.test/a?b',
    );
    await fc.assert(
      fc.asyncProperty(label, address, async (text, url) => {
        const labelled = addLabel(url, text, 'abc-_1');
        expect(labelled.startsWith(url)).toBe(true);
        const query = Object.fromEntries(new URL(labelled).searchParams);
        expect(await readCallLabel(query, async () => 'abc-_1')).toEqual({ label: text });
      }),
    );
  });

  const longest = 'a'.repeat(200);
  it.each([
    [{}, {}],
    [{ video_label: '' }, {}],
    [{ video_label: `${longest}a`, video_signature: 's' }, {}],
    [{ video_label: ['a', 'b'], video_signature: 's' }, {}],
    [{ video_label: longest, video_signature: 's' }, { label: longest }],
    [{ video_label: 'forged', video_signature: 't' }, { unverifiedLabel: 'forged' }],
  ])('is read of %j as %j', async (query, label) => {
    expect(await readCallLabel(query, async () => 's')).toEqual(label);
  });

  it('is signed with HMAC-SHA-256 for this use alone', async () => {
    // From Python's hmac, over "video order label\norder 1042 – Zürich".
    expect(await signLabel('key-of-the-account', 'order 1042 – Zürich')).toBe(
      'RXGFXbU9rXAjbOD9UFzJT5_bLYkouyahSFXFxdbZ7MQ',
    );
  });
});
