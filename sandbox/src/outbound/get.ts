import { once } from 'node:events';
import { type IncomingMessage } from 'node:http';
import { isLoopbackName } from '../http/ownHost.ts';
import { openRequest } from './openRequest.ts';

const mostRedirects = 5;
const headers = { 'user-agent': 'video-generation-sandbox' };

/**
 * Whether a redirect leads from elsewhere to this machine: its server, and not the one who named
 * the address, would choose what of this machine is asked.
 */
export const leadsHere = (from: URL, to: URL): boolean =>
  isLoopbackName(to.hostname) && !isLoopbackName(from.hostname);

/**
 * Asks for a file, and follows redirects, each judged as the first address was.
 *
 * @throws Error in words when an address may not be asked
 */
export async function get(
  url: URL,
  signal: AbortSignal,
  allowed: boolean,
  redirects = 0,
): Promise<IncomingMessage> {
  const request = openRequest(url, { signal, headers }, allowed).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { location } = response.headers;
  if (!location || ![301, 302, 303, 307, 308].includes(response.statusCode ?? 0)) return response;
  response.destroy();
  const next = URL.parse(location, url.href);
  if (!next || !/^https?:$/.test(next.protocol) || redirects === mostRedirects)
    throw new Error('its redirects lead nowhere');
  if (!allowed && leadsHere(url, next)) throw new Error('it redirects to this machine');
  return get(next, signal, allowed, redirects + 1);
}
