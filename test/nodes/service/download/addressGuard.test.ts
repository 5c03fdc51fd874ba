import { describe, expect, it } from 'vitest';
import {
  guardAddresses,
  type EgressFilter,
} from '../../../../nodes/service/download/addressGuard.ts';
import { isInside } from '../../../../nodes/links/isInside.ts';

const hostOf = (address: string) => new URL(`http://${address}/`).hostname;

describe('isInside', () => {
  it.each([
    ...['localhost', 'a.localhost', 'localhost.', '127.0.0.1', '127.1', '2130706433', '0x7f.1'],
    ...['0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
    ...['169.254.169.254', '[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[fc00::1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:169.254.169.254]', '[0:0:0:0:0:ffff:a00:1]'],
  ])('takes %s for an address inside', (address) => {
    expect(isInside(hostOf(address))).toBe(true);
  });

  it.each([
    ...['files.test', '8.8.8.8', '172.32.0.1', '172.15.0.1', '100.128.0.1', '169.253.0.1'],
    ...['[2001:db8::1]', '[::ffff:8.8.8.8]', '11.0.0.1', 'localhost.example.com', '127.example'],
  ])('takes %s for an address outside', (address) => {
    expect(isInside(hostOf(address))).toBe(false);
  });
});

describe('guardAddresses', () => {
  const inside = 'an address inside n8n’s own network';
  /** n8n 1, which has no guard of its own, and n8n 2 with one that knows these names. */
  const withoutFilter = undefined;
  const withFilter = (blocked: string[]): EgressFilter => ({
    async validateUrl({ hostname }) {
      if (hostname === 'unknown.test') throw new Error('ENOTFOUND');
      const error = Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' });
      return blocked.includes(hostname) ? { ok: false, error } : { ok: true };
    },
  });

  const cases: {
    title: string;
    filter: EgressFilter | undefined;
    service: string;
    url: string;
    refusal?: string;
  }[] = [
    {
      title: 'refuses an address inside that a service outside names',
      filter: withoutFilter,
      service: 'https://service.test',
      url: 'http://169.254.169.254/latest/meta-data',
      refusal: inside,
    },
    {
      title: 'lets a service inside name addresses inside',
      filter: withoutFilter,
      service: 'http://127.0.0.1:4010',
      url: 'http://127.0.0.1:4011/a.mp4',
    },
    {
      title: 'lets any service name a host outside',
      filter: withoutFilter,
      service: 'https://service.test',
      url: 'https://files.test/a.mp4',
    },
    {
      title: 'refuses a name that n8n looks up to an address inside',
      filter: withFilter(['internal.test']),
      service: 'https://service.test',
      url: 'https://internal.test/a.mp4',
      refusal: inside,
    },
    {
      title: 'refuses the unspecified address, which n8n’s own guard lets pass',
      filter: withFilter([]),
      service: 'https://service.test',
      url: 'http://[::]:5678/a.mp4',
      refusal: inside,
    },
    {
      title: 'lets a service name its own host, wherever that is',
      filter: withFilter(['sandbox']),
      service: 'http://sandbox:4010',
      url: 'http://sandbox:4010/a.mp4',
    },
    {
      title: 'lets no host pass that merely ends like the service',
      filter: withFilter(['inside-service.test']),
      service: 'https://service.test',
      url: 'https://inside-service.test/a.mp4',
      refusal: inside,
    },
    {
      title: 'lets a name pass that only a proxy may know',
      filter: withFilter([]),
      service: 'https://service.test',
      url: 'https://unknown.test/a.mp4',
    },
    {
      title: 'refuses what is neither http nor https',
      filter: withoutFilter,
      service: 'http://127.0.0.1:4010',
      url: 'file:///etc/passwd',
      refusal: 'we only follow http and https',
    },
  ];
  it.each(cases)('$title', async ({ filter, service, url, refusal }) => {
    const mayFetch = await guardAddresses(service, filter);
    const said = await mayFetch(new URL(url));
    if (refusal === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(refusal);
  });
});
