import { describe, expect, it } from 'vitest';
import { describeFile, openFilePorts } from '../../../nodes/service/filePorts.ts';

type Filter = ReturnType<typeof blocking>;

/** n8n 2's own guard, one that knows these names; n8n 1 has none. */
const blocking = (...blocked: string[]) => ({
  async validateUrl({ hostname }: URL) {
    if (hostname === 'unknown.test') throw new Error('ENOTFOUND');
    const error = Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' });
    if (hostname === 'odd.test') return { ok: false, error: new Error('odd') };
    return blocked.includes(hostname) ? { ok: false, error } : { ok: true };
  },
});
const service = 'https://service.test';
const here = 'http://127.0.0.1:4010';
const leadsInside = 'an address inside n8n’s own network';

describe('mayFetch', () => {
  const [inside, fake] = ['https://internal.test', 'https://inside-service.test'];
  const own = 'http://sandbox:4010';
  const knows = blocking('internal.test');
  const onlyHttp = 'we only follow http and https';
  type Case = [string, Filter | undefined, baseUrl: string, url: string, refusal?: string];
  it.each<Case>([
    [
      'refuses what only its own network knows',
      undefined,
      service,
      'http://postgres:5',
      leadsInside,
    ],
    ['lets a service inside name addresses inside', undefined, here, 'http://127.0.0.1:4011/a'],
    ['lets any service name a host outside', undefined, service, 'https://files.test/a'],
    ['refuses a name that n8n finds inside', knows, service, inside, leadsInside],
    ['refuses what n8n’s own guard lets pass', blocking(), service, 'http://[::]', leadsInside],
    ['lets a service name its own host, wherever that is', blocking('sandbox'), own, `${own}/a`],
    ['refuses one that ends like it', blocking('inside-service.test'), service, fake, leadsInside],
    ['lets a name pass that only a proxy may know', blocking(), service, 'https://unknown.test/a'],
    ['lets pass what n8n refuses for another reason', blocking(), service, 'https://odd.test'],
    ['refuses what is not http', undefined, here, 'file:///etc/passwd', onlyHttp],
  ])('%s', async (_, filter, baseUrl, url, refusal) => {
    const filterOf = (policy: string) => (policy === 'enforced' ? filter : blocking());
    const helpers = { ...(filter && { getSecureEgressFilter: filterOf }) } as never;
    const stop = new AbortController().signal;
    const context = { getExecutionCancelSignal: () => stop, helpers };
    const { mayFetch, signal } = await openFilePorts(context, baseUrl);
    expect(signal).toBe(stop);
    const said = await mayFetch(new URL(url));
    if (refusal === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(refusal);
  });
});

const fileUrl = 'https://f.test/a.mp4';

describe('describeFile', () => {
  it.each([
    [fileUrl, 'video/mp4', 't.mp4', 'video/mp4'],
    ['https://f.test/a.webm?x=.mp4', '', 't.webm', 'video/webm'],
    [fileUrl, 'Video/WebM; codecs=vp9', 't.webm', 'video/webm'],
    ['https://f.test/a.mov', undefined, 't.mov', 'video/quicktime'],
    ['https://f.test/a.mkv', 'binary/octet-stream', 't.mkv', 'video/x-matroska'],
    ['https://f.test/a.mov/b', '', 't.mp4', 'video/mp4'],
    ['https://f.test/a', 'application/mp4', 't.mp4', 'video/mp4'],
    ['https://f.test/a', 'application/x-force-download', 't.mp4', 'video/mp4'],
    ['https://f.test/a.AVI', 'video/x-msvideo', 't.avi', 'video/x-msvideo'],
    [fileUrl, `video/${'x'.repeat(200)}`, 't.mp4', 'video/mp4'],
  ])('%s as %s', (address, type, fileName, mimeType) => {
    expect(describeFile('t', address, type)).toEqual({ fileName, mimeType });
  });

  it.each(['text/html; charset=utf-8', 'application/json', 'image/png'])('%s as none', (type) => {
    expect(describeFile('t', fileUrl, type)).toBeUndefined();
  });

  it('keeps characters out of the name that a file system may not take, and endless ones', () => {
    expect(describeFile('../a b:c', fileUrl, '')?.fileName).toBe('.._a_b_c.mp4');
    expect(describeFile('x'.repeat(500), fileUrl, '')?.fileName).toBe(`${'x'.repeat(100)}.mp4`);
  });
});
