import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideSecret } from '../../../nodes/text/hideSecret.ts';

const key = 'sk-Ab/c+d_12"34&56=';

describe('hideSecret', () => {
  it.each([
    ['as it is', key],
    ['in capitals', key.toUpperCase()],
    ['in JSON', JSON.stringify({ key })],
    ['in JSON, with slashes escaped', JSON.stringify(key).replaceAll('/', '\\/')],
    ['in JSON, with signs by their numbers', JSON.stringify(key).replace('/', '\\u002F')],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ key }))],
    ['in a URL', `/x?k=${encodeURIComponent(key)}`],
    ['in a path', new URL(`https://a.test/${key}`).pathname],
    ['in a URL, twice encoded', encodeURIComponent(encodeURIComponent(key))],
    ['in a form', String(new URLSearchParams({ k: key }))],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64 for URLs', Buffer.from(key).toString('base64url')],
    ['in base64 in a URL', encodeURIComponent(Buffer.from(key).toString('base64'))],
    ['in base64, behind a user', Buffer.from(`me:${key}`).toString('base64')],
    ['in base64, behind nobody', Buffer.from(`:${key}`).toString('base64')],
  ])('hides a key %s', (_, text) => {
    const shown = hideSecret(key)(`<${text}>`);
    for (let at = 0; at + 8 <= text.length; at++) {
      const part = text.slice(at, at + 8);
      if (!/[{}:?=]/.test(part)) expect(shown, part).not.toContain(part);
    }
    expect(shown).toContain('***');
  });

  it.each(['abc', 'test', 'k-1', 'a2c4e6g'])(
    'hides the short key %j where it stands alone',
    (short) => {
      const place = `${short}, "${short}" =${short}& ${short}.`;
      expect(hideSecret(short)(place)).toBe('***, "***" =***& ***.');
      const parts = [
        `x${short}`,
        `${short}_1`,
        `-${short}`,
        `/${short}`,
        `a.${short}`,
        `${short}.a`,
      ];
      expect(hideSecret(short)(parts.join(' '))).toBe(parts.join(' '));
    },
  );

  it('hides a short key in base64', () => {
    const text = Buffer.from('a2c4e6').toString('base64');
    expect(hideSecret('a2c4e6')(`Basic: ${text}.`)).toBe('Basic: ***.');
  });

  it('leaves JSON whole that has a key of digits for a number', () => {
    expect(hideSecret('1234567890')('{"account":1234567890,"a":"x 1234567890"}')).toBe(
      '{"account":0,"a":"x 0"}',
    );
  });

  it('leaves the beginning of a key alone that is the name of a service', () => {
    const text = '{"model":"videogen-2.0","results":["https://cdn.videogen.test/a.mp4"]}';
    expect(hideSecret('videogen-live-0a1b2c3d4e5f6a7b')(text)).toBe(text);
  });

  it('shows nothing of a random key, wherever it stands', () => {
    const anyKey = fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 60 });
    const embed = fc.constantFrom<(key: string) => string>(
      (text) => text,
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => `Bearer ${text}`,
      (text) => `https://a.test/?key=${text}`,
      (text) => `https://me:${text}@a.test/`,
      encodeURIComponent,
      (text) => Buffer.from(text).toString('base64'),
      (text) => Buffer.from(`x${text}y`).toString('base64url'),
    );
    const around = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(
        anyKey.map((random) => random.trim().replace(/[\s*]/g, '.')),
        fc.array(fc.tuple(around, embed), { minLength: 1, maxLength: 4 }),
        around,
        (secret, pieces, end) => {
          fc.pre(secret.length >= 8);
          const text = pieces.map(([before, form]) => before + form(secret)).join('') + end;
          const shown = hideSecret(secret)(text);
          for (const [, form] of pieces) expect(shown).not.toContain(form(secret));
          expect(shown).not.toContain(secret);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('reads a megabyte of anything in the time that its length takes', () => {
    for (const piece of ['sk-Ab/c', '\\', '%25', ' '])
      expect(hideSecret(key)(piece.repeat(1_000_000 / piece.length))).not.toContain('***');
  }, 20_000);
});
