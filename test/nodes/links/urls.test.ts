import { describe, expect, it } from 'vitest';
import { checkIsFile, checkUrl, readUrls, toWireUrl } from '../../../nodes/links/urls.ts';

const [one, two] = ['https://a.test/1', 'https://a.test/2'] as const;

describe('readUrls', () => {
  it.each([
    ...[
      '\r\n\n',
      ',',
      ', ',
      ' ',
      '\t',
      ';',
      '|',
      '<br />',
      ' and ',
      '\\n',
      '\u00A0',
      '  ;  ',
      ' <br>\n',
    ],
  ])('takes two addresses apart at %j', (between) => {
    expect(readUrls(`${one}${between}${two}`)).toEqual([one, two]);
  });

  it.each([
    [undefined, []],
    ['\u200B', []],
    [`  ${one}  `, [one]],
    [`${one}, ${two},`, [one, two]],
    [`"${one}"`, [one]],
    [`<${one}>\u200B`, [one]],
    ['https://a.test/w_300,h_200/x.png', ['https://a.test/w_300,h_200/x.png']],
    ['https://a.test/a b;c|d.png', ['https://a.test/a b;c|d.png']],
    [`["${one}", "${two}"]`, [one, two]],
    [
      [[one], ` ${two},${one} `, '', null],
      [one, two, one],
    ],
    ['[broken', ['[broken']],
    [{ url: one }, [`{"url":"${one}"}`]],
    [7, ['7']],
  ])('reads %j', (value, want) => {
    expect(readUrls(value)).toEqual(want);
  });

  it('comes to an end with a text that is full of blanks', () => {
    const text = `${one}${' '.repeat(200_000)}x`;
    expect(readUrls(text)).toEqual([text]);
  });
});

describe('checkUrl', () => {
  it.each([
    ...[one, 'https://a.test/my file.png', 'https://a.test/ü?a=1|2', 'HTTPS://a.test'],
    ...['https://a.test/undefined-shapes/NaNcy.png', 'https://a.test/?q=undefinedness'],
    ...['https://web.archive.org/web/2020/https://a.test', 'https://proxy.test/?https://a.test'],
  ])('has nothing against %s', (url) => {
    expect(checkUrl(url)).toBeUndefined();
  });

  const address = 'must be a full web address that starts with http:// or https://';
  it.each([
    ['a.test/1', address],
    ['https:/a.test/1', address],
    ['https:///a.test/1', address],
    ['https://', address],
    ['data:image/png;base64,AAAA', address],
    [`see ${one}`, address],
    [`https://${one}`, address],
    [`${one}.png-${two}`, 'must have each web address on a line of its own'],
    [`${one}\u200B/2`, 'must have only characters that a web address can have'],
    ['https://a.test/a\\b', 'must have only characters that a web address can have'],
    ['https://me:secret@a.test/1', 'must not contain a user name or password'],
    ['https://a.test/undefined', 'has "undefined" or "NaN" where an expression found no value'],
    ['https://a.test/?id=NaN&a=1', 'has "undefined" or "NaN" where an expression found no value'],
    ['https://a.test/{{ $json.id }}.png', 'contains "{{ $json.id }}", which n8n didn’t fill in'],
  ])('refuses %s', (url, problem) => {
    expect(checkUrl(url)?.startsWith(problem)).toBe(true);
    expect(checkUrl(url)).not.toContain('secret');
  });
});

describe('checkIsFile', () => {
  it.each([
    'https://drive.google.com/file/d/1a/view',
    'https://photos.app.goo.gl/1a',
    'https://www.dropbox.com/s/1a/a.png?dl=0',
    'https://1drv.ms/i/s!A',
    'https://firm.sharepoint.com/:i:/g/1a',
    'https://www.youtube.com/watch?v=1a',
    'https://github.com/o/r/blob/main/a.png',
    'https://www.icloud.com/iclouddrive/1a',
    'https://we.tl/t-1a',
    'https://imgur.com/gallery/1a',
  ])('tells of %s', (url) => {
    expect(checkIsFile(new URL(url))).toMatch(/^must be a file, but "[\w.]+" shows a page/);
  });

  it.each([
    'https://drive.google.com/uc?export=download&id=1a',
    'https://www.dropbox.com/scl/fi/1a/a.png?rlkey=b&dl=1',
    'https://imgur.com/1a.png',
    'https://example.com/drive.google.com/file',
  ])('lets %s pass', (url) => {
    expect(checkIsFile(new URL(url))).toBeUndefined();
  });
});

describe('toWireUrl', () => {
  it.each([
    ['https://a.test', 'https://a.test/'],
    ['https://a.test/x?sig=a%2Fb%3D&e=1', 'https://a.test/x?sig=a%2Fb%3D&e=1'],
    ['https://a.test/my file.png', 'https://a.test/my%20file.png'],
    ['https://a.test/?ids[]=1|2', 'https://a.test/?ids%5B%5D=1%7C2'],
    ['https://a.test/ü', 'https://a.test/%C3%BC'],
    ['https://a.test/\ud83c', 'https://a.test/%EF%BF%BD'],
    ['https://a.test/100%', 'https://a.test/100%25'],
    ['https://a.test/a#b#c', 'https://a.test/a'],
    ['http://[::1]:80/a', 'http://[::1]/a'],
  ])('writes %s as %s', (text, want) => {
    expect(toWireUrl(text)).toBe(want);
  });
});
