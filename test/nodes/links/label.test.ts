import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addLabel, findLabel, labelSigner } from '../../../nodes/links/label.ts';

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('a label in a callback address', () => {
  it('comes back as it was, whatever it says', () => {
    const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    const address = fc.constantFrom(
      'https://hooks.test/a',
      'https://hooks.test/a?token=x%2By&z=',
      'https://hooks.test/a?b',
    );
    fc.assert(
      fc.property(label, address, (text, url) => {
        const labelled = addLabel(url, { label: text, signature: 'abc-_1' });
        expect(findLabel(queryOf(labelled))).toEqual({ label: text, signature: 'abc-_1' });
        const { origin, pathname } = new URL(labelled);
        expect(`${origin}${pathname}`).toBe(url.replace(/\?.*/, ''));
      }),
    );
  });

  it('leaves the rest of the address as it is, to the letter', () => {
    const signed = 'https://hooks.test/a%2fb?sig=A%2bB%3D&x';
    expect(addLabel(signed, { label: 'order 7', signature: 's' })).toBe(
      `${signed}&videogen_label=order%207&videogen_signature=s`,
    );
  });

  it.each([
    {},
    { videogen_label: '' },
    { videogen_label: 'a'.repeat(201), videogen_signature: 's' },
    { videogen_signature: 'b' },
    { videogen_label: ['a', 'b'], videogen_signature: 'c' },
  ])('is not found in %j', (query) => {
    expect(findLabel(query)).toBeUndefined();
  });
});

describe('labelSigner', () => {
  const { sign, verify } = labelSigner('key-of-the-account');

  it('verifies what it signed', async () => {
    const signed = await sign('order 1042 – Zürich 🚲');
    expect(signed.signature).toMatch(/^[\w-]{43}$/);
    expect(await verify(signed)).toBe(true);
  });

  it.each([
    ['another label', { label: 'order 1043' }],
    ['an empty signature', { signature: '' }],
    ['a cut signature', { signature: 'AAAA' }],
    ['no signature at all', { signature: '%%%' }],
  ])('refuses %s', async (_, change) => {
    expect(await verify({ ...(await sign('order 1042')), ...change })).toBe(false);
  });

  it('refuses what the key signed for another purpose', async () => {
    const signature = createHmac('sha256', 'key-of-the-account').update('order 1042').digest();
    const signed = { label: 'order 1042', signature: signature.toString('base64url') };
    expect(await verify(signed)).toBe(false);
  });

  it('refuses what was signed with another key', async () => {
    expect(await labelSigner('another key').verify(await sign('order 1042'))).toBe(false);
  });
});
