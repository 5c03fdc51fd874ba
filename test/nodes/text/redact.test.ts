import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../nodes/text/redact.ts';

const key = 'sk-Ab/c+d_12"34&56=';

describe('redact', () => {
  it.each([
    ['no key abc-1234 here', 'no key *** here'],
    ['Authorization: Bearer eyJhbGciOi1.x-y_z', 'Authorization: Bearer ***'],
    ['{"header":"BEARER eyJhbGciOi1"}', '{"header":"BEARER ***"}'],
    ['bearer%20eyJhbGciOi1&x=1', 'bearer%20***&x=1'],
    ['Missing bearer token', 'Missing bearer token'],
    ['Authorization: Basic dXNlcjpwYXNz0', 'Authorization: Basic ***'],
    ['your basic subscription ended', 'your basic subscription ended'],
    [
      'see https://a.test/b?token=1&x=2 and http://c.test?d',
      'see https://a.test/b?*** and http://c.test?***',
    ],
    ['back at https://a.test/b#access_token=1', 'back at https://a.test/b#***'],
    [
      'POST /webhook-waiting/12?signature=0123 failed',
      'POST /webhook-waiting/12?signature=*** failed',
    ],
    ['{"api_key":"k-1","x":1}', '{"api_key":"***","x":1}'],
    ['the key: it is wrong', 'the key: it is wrong'],
    ['https://me:pass@a.test/b', 'https://***@a.test/b'],
    ['http://:password@a.test', 'http://***@a.test'],
    ['http://me:p@ss@a.test', 'http://***@a.test'],
    ['socks5://me:pass@a.test', 'socks5://***@a.test'],
    ['https://a.test:8080/@someone', 'https://a.test:8080/@someone'],
    ['many \n\t blanks', 'many blanks'],
  ])('shows %j as %j', (text, want) => {
    expect(redact(text, ['abc-1234', ''])).toBe(want);
  });

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
    const shown = redact(`<${text}>`, [`  ${key}\n`]);
    for (let at = 0; at + 8 <= text.length; at++) {
      const part = text.slice(at, at + 8);
      if (!/[{}:?=]/.test(part)) expect(shown, part).not.toContain(part);
    }
    expect(shown).toContain('***');
  });

  it('hides a key that reaches over the place where the text is cut', () => {
    for (const length of [295, 1_990])
      expect(redact(`${'x '.repeat(length / 2)}${key} and more`, [key])).not.toContain('sk-');
  });

  it.each(['abc', 'test', 'k-1', 'a2c4e6g'])(
    'hides the short key %j where it stands alone',
    (short) => {
      const place = `${short}, "${short}" =${short}& ${short}.`;
      expect(redact(place, [short])).toBe('***, "***" =***& ***.');
      const parts = [
        `x${short}`,
        `${short}_1`,
        `-${short}`,
        `/${short}`,
        `a.${short}`,
        `${short}.a`,
      ];
      expect(redact(parts.join(' '), [short])).toBe(parts.join(' '));
    },
  );

  it('hides a short key in base64', () => {
    const text = Buffer.from('a2c4e6').toString('base64');
    expect(redact(`Basic: ${text}.`, ['a2c4e6'])).toBe('Basic: ***.');
  });

  it('leaves a text whole where there is no key', () => {
    expect(redact('a key', ['  ', ''])).toBe('a key');
    expect(redact('a key')).toBe('a key');
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
          const shown = redact(text, [secret]);
          for (const [, form] of pieces) expect(shown).not.toContain(form(secret));
          expect(shown).not.toContain(secret);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('cuts endless text, and no character in half', () => {
    expect(redact('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`);
    expect(redact('x'.repeat(300))).toBe('x'.repeat(300));
    expect(redact(`${'x'.repeat(299)}🎬🎬`)).toBe(`${'x'.repeat(299)}…`);
  });

  it('reads a megabyte of anything in the time that its length takes', () => {
    for (const piece of ['http://', 'bearer ', '<', 'a:', '@', 'key=', 'sk-Ab/c', ' ', '\\', '%25'])
      expect(redact(piece.repeat(1_000_000 / piece.length), [key]).length).toBeLessThan(400);
  }, 20_000);
});
