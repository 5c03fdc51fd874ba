import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { BlockList } from 'node:net';
import { isLoopbackName } from '../http/ownHost.ts';

const loopback = ['127.0.0.0/8', '::1/128'];
/** What is not the public internet besides, by IANA's registries of special-purpose addresses. */
const privateNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/128', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
];

function listOf(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

const besideLoopback = listOf(privateNetworks);
const inside = listOf([...loopback, ...privateNetworks]);

/**
 * Begins a request to an address that came from outside. Loopback is reached by its own names only,
 * and private networks not at all: Node judges the very address that it connects to, so no name
 * that leads there helps.
 *
 * @param allowed - whether private networks may be reached
 */
export function openRequest(url: URL, options: RequestOptions, allowed: boolean): ClientRequest {
  const { request } = url.protocol === 'https:' ? https : http;
  const blockList = isLoopbackName(url.hostname) ? besideLoopback : inside;
  const guarded = { ...options, ...(!allowed && { blockList }) };
  // What breaks after the response came is told by the response as well.
  return request(url, guarded).on('error', () => undefined);
}

/** Says in words why a request failed. */
export function describeFailure(error: Error): string {
  const { code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  if (code === 'ERR_IP_BLOCKED')
    return 'it is inside a private network, which needs --private-networks';
  return error.message || errors?.[0]?.message || String(code);
}
