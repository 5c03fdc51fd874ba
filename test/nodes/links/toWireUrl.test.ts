import { describe, expect, it } from 'vitest';
import { toWireUrl } from '../../../nodes/links/urls.ts';

describe('toWireUrl', () => {
  it.each([
    ['https://a.test', 'https://a.test'],
    ['https://a.test/x?sig=a%2Fb%3D&e=1', 'https://a.test/x?sig=a%2Fb%3D&e=1'],
    ['https://a.test/my file.png', 'https://a.test/my%20file.png'],
    ['https://a.test/?ids[]=1', 'https://a.test/?ids%5B%5D=1'],
    ['https://a.test/ü', 'https://a.test/%C3%BC'],
    ['https://a.test/100%', 'https://a.test/100%25'],
    ['http://[::1]:80/a', 'http://[::1]/a'],
  ])('writes %s as %s', (text, want) => {
    expect(toWireUrl(text)).toBe(want);
  });
});
