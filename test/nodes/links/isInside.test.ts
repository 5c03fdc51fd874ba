import { describe, expect, it } from 'vitest';
import { canReach } from '../../../nodes/links/isInside.ts';

const fromInternet = (address: string) =>
  canReach('example.com', new URL(`http://${address}/a.png`).hostname);

describe('canReach', () => {
  it.each([
    ...['localhost', 'app.localhost', '127.0.0.1', '127.1', '2130706433', '0.0.0.0', '[::1]'],
    ...['10.1.2.3', '172.16.0.1', '192.168.1.7', '169.254.169.254', '100.64.0.1', '198.18.0.1'],
    ...['0xC0A80107'],
    ...['[fe80::1]', '[fd00::1]', '[::ffff:192.168.1.7]'],
    ...['nas.local', 'NAS.LOCAL', 'nas.local.', 'minio', 'n8n', 'metadata.google.internal'],
    ...['host.docker.internal', 'printer.home.arpa', 'box.lan'],
  ])('is false from the internet to %s', (address) => {
    expect(fromInternet(address)).toBe(false);
  });

  it.each([
    ...['example.com', 'local.example.com', '8.8.8.8', '172.32.0.1', '100.128.0.1', 'internal.io'],
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
