import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../nodes/text/redact.ts';

const key = 'sk-Ab/c+d_12"34&56=';

describe('redact', () => {
  it.each([
    ['no key abc-123 here', 'no key *** here'],
    ['Authorization: Bearer eyJhbGciOi.x-y_z', 'Authorization: Bearer ***'],
    ['{"header":"BEARER eyJhbGciOi"}', '{"header":"BEARER ***"}'],
    ['bearer%20eyJhbGciOi&x=1', 'bearer ***&x=1'],
    ['Missing bearer token', 'Missing bearer token'],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic ***'],
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
    ['https://me:pass@a.test/b', 'https://***@a.test/b'],
    ['http://:password@a.test', 'http://***@a.test'],
    ['http://me@a.test', 'http://***@a.test'],
    ['http://me:p/a?s#s@a.test/b', 'http://***@a.test/b'],
    ['http://me:p@ss@a.test', 'http://***@a.test'],
    ['socks5://me:pass@a.test', 'socks5://***@a.test'],
    ['me:pass@a.test', '***@a.test'],
    ['https://a.test:8080/@someone', 'https://a.test:8080/@someone'],
    ['many \n\t blanks', 'many blanks'],
  ])('shows %j as %j', (text, want) => {
    expect(redact(text, ['abc-123', ''])).toBe(want);
  });

  it.each([
    ['as it is', key],
    ['in capitals', key.toUpperCase()],
    ['in JSON', JSON.stringify({ key })],
    ['in JSON, with slashes escaped', JSON.stringify(key).replaceAll('/', '\\/')],
    ['in a URL', `/x?k=${encodeURIComponent(key)}`],
    ['in a URL, twice encoded', encodeURIComponent(encodeURIComponent(key))],
    ['in a form', String(new URLSearchParams({ k: key }))],
    ['in HTML', key.replaceAll('"', '&quot;').replaceAll('&5', '&amp;5')],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64 for URLs', Buffer.from(key).toString('base64url')],
    ['in base64, behind a user', Buffer.from(`me:${key}`).toString('base64')],
    ['in base64, behind nobody', Buffer.from(`:${key}`).toString('base64')],
    ['cut in half', `${key.slice(0, 10)}…`],
  ])('hides a key %s', (_, text) => {
    const shown = redact(`<${text}>`, [`  ${key}\n`]);
    for (let at = 0; at + 8 <= text.length; at++) {
      const part = text.slice(at, at + 8);
      if (!/[{}:?=]/.test(part)) expect(shown, part).not.toContain(part);
    }
    expect(shown).toContain('***');
  });

  it('hides a key that reaches over the place where the text is cut', () => {
    const text = `${'x '.repeat(146)}${key} and more`;
    expect(redact(text, [key])).not.toContain('sk-');
    expect(redact('y'.repeat(3_990) + key, [key])).not.toContain('sk-');
  });

  it('hides a key beside letters whose small form is longer', () => {
    for (const text of [`${key.toUpperCase()}İ`, `İİİ${key}`])
      expect(redact(text, [key])).not.toMatch(/sk-/i);
  });

  it('hides a key that ends on a capital sigma, inside of a word', () => {
    expect(redact('ΚΛΕΙΔΙΑΣx', ['ΚΛΕΙΔΙΑΣ'])).toBe('***x');
  });

  it.each([[['a']], [['key']], [['  ']], [['']]])(
    'leaves a text whole with the secrets %j',
    (secrets) => {
      const text = 'a key that takes a part of all that stands here';
      expect(redact(text, secrets)).toBe(text);
    },
  );

  it('shows nothing of a random key of eight letters or more, wherever it stands', () => {
    const anyKey = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 60 }),
      fc.string({ unit: 'binary', minLength: 8, maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom('*', 'a', '…', '/', '@', ' '),
        minLength: 8,
        maxLength: 20,
      }),
    );
    const embed = fc.constantFrom<(key: string) => string>(
      (text) => text,
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => text.slice(0, Math.ceil(text.length / 2) + 4),
      (text) => text.slice(-9),
      (text) => `Bearer ${text}`,
      (text) => `https://a.test/?key=${text}`,
      (text) => `https://me:${text}@a.test/`,
      (text) => text.split('').join('<b>'),
    );
    const around = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(
        anyKey,
        fc.array(fc.tuple(around, embed), { minLength: 1, maxLength: 4 }),
        around,
        (random, pieces, end) => {
          const secret = random.trim();
          fc.pre(secret.length >= 8);
          const text = pieces.map(([before, form]) => before + form(random)).join('') + end;
          const shown = redact(text, [random]);
          for (let at = 0; at + 8 <= secret.length; at++)
            expect(shown).not.toContain(secret.slice(at, at + 8));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('shows a random key of four to seven letters nowhere', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 7 }),
        fc.string({ maxLength: 50 }),
        (random, around) => {
          const secret = random.trim();
          fc.pre(secret.length >= 4);
          expect(redact(around + random + around, [random])).not.toContain(secret);
        },
      ),
    );
  });

  it('cuts endless text, and no character in half', () => {
    expect(redact('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`);
    expect(redact(`${'x'.repeat(299)}🎬🎬`)).toBe(`${'x'.repeat(299)}…`);
  });

  it('reads two megabytes of anything in the time that their length takes', () => {
    for (const piece of ['http://', 'bearer ', '<', 'a:', '@', 'key=', 'sk-Ab/c', ' '])
      expect(redact(piece.repeat(2_000_000 / piece.length), [key]).length).toBeLessThan(400);
  }, 20_000);

  it('hides a secret that stands there only when blanks are taken out', () => {
    expect(redact('it is open\n  sesame now', ['open sesame'])).toBe('it is *** now');
  });
});
