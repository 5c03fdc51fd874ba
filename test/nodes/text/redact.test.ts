import { describe, expect, it } from 'vitest';
import { redact } from '../../../nodes/text/redact.ts';

describe('redact', () => {
  it.each([
    ['Authorization: Bearer eyJhbGciOi1.x-y_z', 'Authorization: Bearer ***'],
    ['{"header":"BEARER eyJhbGciOi1"}', '{"header":"BEARER ***"}'],
    ['bearer%20eyJhbGciOi1&x=1', 'bearer%20***&x=1'],
    ['Missing bearer token', 'Missing bearer token'],
    ['Bearer:  eyJhbGciOi1', 'Bearer: ***'],
    ['Authorization: Basic dXNlcjpwYXNz0', 'Authorization: Basic ***'],
    ['your basic subscription ended', 'your basic subscription ended'],
    [
      'see https://a.test/b?token=1&x=2 and http://c.test?d',
      'see https://a.test/b?*** and http://c.test?***',
    ],
    ['open ws://a.test/b?token=1', 'open ws://a.test/b?***'],
    ['back at https://a.test/b#access_token=1', 'back at https://a.test/b#***'],
    [
      'POST /webhook-waiting/12?signature=0123 failed',
      'POST /webhook-waiting/12?signature=*** failed',
    ],
    ['{"api_key":"k-1","x":1}', '{"api_key":"***","x":1}'],
    ['{ accessToken: k-1, x: 1 }', '{ accessToken: ***, x: 1 }'],
    ['the key: it is wrong', 'the key: it is wrong'],
    ['https://me:pass@a.test/b', 'https://***@a.test/b'],
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

  it('reads a megabyte of anything in the time that its length takes', () => {
    for (const piece of ['http://', 'bearer ', '<', 'a:', '@', 'key=', ' '])
      expect(redact(piece.repeat(1_000_000 / piece.length)).length).toBeLessThan(400);
  }, 20_000);
});
