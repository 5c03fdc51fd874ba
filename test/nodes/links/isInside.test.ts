import { describe, expect, it } from 'vitest';
import { canReach } from '../../../nodes/links/urls.ts';

const fromInternet = (address: string) =>
  canReach('example.com', new URL(`http://${address}/a.png`).hostname);

describe('canReach', () => {
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
