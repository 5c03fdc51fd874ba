import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideSecret, redact } from '../../../nodes/text/redact.ts';
import { howMany } from '../../thorough.ts';

const key = 'sk-Ab/c+d_12"34&56=';

describe('hideSecret', () => {
  it.each([
    ['in capitals', key.toUpperCase()],
    ['in JSON', JSON.stringify({ key })],
    ['in JSON, with slashes escaped', JSON.stringify(key).replaceAll('/', '\\/')],
    ['in JSON, with signs by their numbers', JSON.stringify(key).replace('/', '\\u002F')],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ key }))],
    ['in a URL, twice encoded', encodeURIComponent(encodeURIComponent(key))],
    ['in a form', String(new URLSearchParams({ k: key }))],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64 in a URL', encodeURIComponent(Buffer.from(key).toString('base64'))],
    ['in base64 behind one sign', Buffer.from(`:${key}`).toString('base64')],
    ['in base64 behind two signs', Buffer.from(`a:${key}`).toString('base64')],
    ['in base64 for URLs, behind a user', Buffer.from(`me:${key}`).toString('base64url')],
  ])('hides a key %s', (_, text) => {
    const shown = hideSecret(key)(`<${text}>`);
    for (let at = 0; at + 8 <= text.length; at++) {
      const part = text.slice(at, at + 8);
      if (!/[{}:?=]/.test(part)) expect(shown, part).not.toContain(part);
    }
    expect(shown).toContain('***');
  });

  it.each(['abc', 'k-1', 'a2c4e6g'])('hides the short key %j where it stands alone', (short) => {
    const hide = hideSecret(short);
    expect(hide(`${short}, "${short}" =${short}& ${short}.`)).toBe('***, "***" =***& ***.');
    const parts = `x${short} ${short}_1 -${short} /${short} a.${short} ${short}.a`;
    expect(hide(parts)).toBe(parts);
  });

  it('hides a key of eight signs anywhere', () => {
    expect(hideSecret('a2c4e6g8')('xa2c4e6g8_1')).toBe('x***_1');
  });

  it('leaves JSON whole that has a key of digits for a number', () => {
    const hide = hideSecret('1234567890');
    expect(hide('{"account":1234567890,"a":"x 1234567890"}')).toBe('{"account":0,"a":"x 0"}');
    expect(hideSecret('1234567890a')('1234567890a')).toBe('***');
  });

  it('leaves the beginning of a key alone that is the name of a service', () => {
    const text = '{"model":"video-2.0","results":["https://cdn.video.test/a.mp4"]}';
    expect(hideSecret('video-live-0a1b2c3d4e5f6a7b')(text)).toBe(text);
  });

  it('shows nothing of a random key, wherever it stands', () => {
    const embed = fc.constantFrom<(key: string) => string>(
      (text) => text,
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => `https://me:${text}@a.test/`,
      encodeURIComponent,
      (text) => Buffer.from(text).toString('base64'),
      (text) => Buffer.from(`x${text}y`).toString('base64url'),
    );
    const around = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(
        fc.stringMatching(/^[!-)+-~]{8,60}$/),
        fc.array(fc.tuple(around, embed), { minLength: 1, maxLength: 4 }),
        around,
        (secret, pieces, end) => {
          const text = pieces.map(([before, form]) => before + form(secret)).join('') + end;
          const shown = hideSecret(secret)(text);
          for (const [, form] of pieces) expect(shown).not.toContain(form(secret));
          expect(shown).not.toContain(secret);
        },
      ),
      { numRuns: howMany(60, 500) },
    );
  });
});

describe('redact', () => {
  it.each([
    ['Authorization: Bearer eyJhbGciOi1.x-y_z', 'Authorization: Bearer ***'],
    ['bearer%20eyJhbGciOi1&x=1', 'bearer%20***&x=1'],
    ['Missing bearer token', 'Missing bearer token'],
    ['Bearer:  eyJhbGciOi1', 'Bearer: ***'],
    ['Authorization: Basic dXNlcjpwYXNz0', 'Authorization: Basic ***'],
    ['your basic subscription ended', 'your basic subscription ended'],
    [
      'see https://a.test/b?a=1&x=2 and http://c.test?d',
      'see https://a.test/b?*** and http://c.test?***',
    ],
    ['open ws://a.test/b?token=1', 'open ws://a.test/b?***'],
    ['back at https://a.test/b#access_token=1', 'back at https://a.test/b#***'],
    ['POST /webhook-waiting/12?signature=0123 no', 'POST /webhook-waiting/12?signature=*** no'],
    ['{"api_key":"k-1","x":1}', '{"api_key":"***","x":1}'],
    ['the key: it is wrong', 'the key: it is wrong'],
    ['http://:password@a.test', 'http://***@a.test'],
    ['http://me:p@ss@a.test', 'http://***@a.test'],
    ['socks5://me:pass@a.test', 'socks5://***@a.test'],
    ['https://a.test:8080/@someone', 'https://a.test:8080/@someone'],
    [' many \n\t blanks ', 'many blanks'],
  ])('shows %j as %j', (text, want) => {
    expect(redact(text)).toBe(want);
  });

  it('cuts endless text, and no character in half', () => {
    expect(redact('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`);
    expect(redact('x'.repeat(300))).toBe('x'.repeat(300));
    expect(redact(`${'x'.repeat(299)}🎬🎬`)).toBe(`${'x'.repeat(299)}…`);
  });
});
