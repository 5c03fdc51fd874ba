import { describe, expect, it } from 'vitest';
import { canReach, checkIsFile, checkUrl, readUrls, toWireUrl } from '../../../nodes/links/urls.ts';

const [one, two] = ['https://a.test/1', 'https://a.test/2'] as const;

describe('readUrls', () => {
  it.each([
    ...['\r\n\n', ',', ', ', ' ', '\t', ';', '|', '<br />', ' and ', '\\n', '\u00A0', '  ;  '],
    ' <br>\n',
  ])('takes two addresses apart at %j', (between) => {
    expect(readUrls(`${one}${between}${two}`)).toEqual([one, two]);
  });

  it.each([
    [undefined, []],
    ['\u200B', []],
    [`  ${one}  `, [one]],
    [`${one}, ${two},`, [one, two]],
    [`"${one}"`, [one]],
    [[one, `""`], [one]],
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
    ...[one, 'http://a.test/1', 'https://a.test/my file.png', 'https://a.test/ü?a=1|2'],
    'HTTPS://a.test',
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
    ['https://http://a.test/1', address],
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
    ['https://a.test/50%a off', 'https://a.test/50%25a%20off'],
    ['https://a.test/a#b#c', 'https://a.test/a'],
    ['http://[::1]:80/a', 'http://[::1]/a'],
  ])('writes %s as %s', (text, want) => {
    expect(toWireUrl(text)).toBe(want);
  });
});

describe('canReach', () => {
  const fromInternet = (address: string) =>
    canReach('example.com', new URL(`http://${address}/a.png`).hostname);

  it.each([
    ...['localhost', 'app.localhost', '127.0.0.1', '127.1', '2130706433', '0.0.0.0', '[::1]'],
    ...['10.1.2.3', '172.16.0.1', '192.168.1.7', '169.254.169.254', '100.64.0.1', '198.18.0.1'],
    ...['0xC0A80107', '0.255.255.255', '10.255.255.255', '127.255.255.255', '100.127.255.255'],
    ...['172.31.255.255', '192.168.255.255', '169.254.255.255', '198.19.255.255', '100.99.0.1'],
    ...['[febf::1]', '[fc00::1]', '[fdff::1]'],
    ...['[fe80::1]', '[fd00::1]', '[::ffff:192.168.1.7]'],
    ...['nas.local', 'NAS.LOCAL', 'nas.local.', 'minio', 'n8n', 'metadata.google.internal'],
    ...['host.docker.internal', 'printer.home.arpa', 'box.lan', '192.0.0.192', '[fec0::1]'],
    ...['127.0.0.1.nip.io', 'app.10-0-0-1.sslip.io', 'localtest.me', 'my.lvh.me'],
    ...['[64:ff9b::a9fe:a9fe]', '[::ffff:0:a9fe:a9fe]', '[2002:a9fe:a9fe::]', '[::7f00:1]'],
  ])('is false from the internet to %s', (address) => {
    expect(fromInternet(address)).toBe(false);
  });

  it.each([
    ...['9.255.255.255', '11.0.0.1', '100.63.255.255', '126.0.0.1', '128.0.0.1', '169.253.0.1'],
    ...['172.15.255.255', '192.167.0.1', '192.169.0.1', '198.17.255.255', '198.20.0.1'],
    ...['[fe7f::1]', '[fbff::1]', '[fe00::1]'],
    ...['example.com', 'local.example.com', '8.8.8.8', '172.32.0.1', '100.128.0.1', 'internal.io'],
    ...['[64:ff9b::808:808]', '[2002:808:808::1]', 'nip.io.example', '192.0.1.1', 'snip.io'],
    ...['[2606:4700::1111]', 'xn--bcher-kva.example', 'a.b.c.test', '10.example.com'],
  ])('is true from the internet to %s', (address) => {
    expect(fromInternet(address)).toBe(true);
  });

  it.each([
    ['service.test', 'example.com', true],
    ['service.test', 'minio', false],
    ['minio', 'n8n', true],
    ['minio', 'localhost', false],
    ['127.0.0.1', '[::1]', true],
    ['minio', '[::ffff:7f00:1]', false],
  ])('from %s to %s is %s', (from, to, can) => {
    expect(canReach(from, to)).toBe(can);
  });
});
