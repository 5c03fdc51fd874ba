import { unusable } from './guardBytes';
import type { FileAnswer, FileWorld } from './n8nFiles';

const mostRedirects = 5;

/**
 * Asks for a file and follows redirects, to other hosts as well: the request carries no key. Each
 * address on the way must be one that may be fetched.
 *
 * @returns the answer, and where it came from
 * @throws BrokenFile when an address on the way may not be fetched; else what the request threw
 */
export async function openFile(
  { mayFetch, request }: FileWorld,
  firstUrl: string,
): Promise<FileAnswer & { url: string }> {
  let url = parseUrl(firstUrl);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const refusal = await mayFetch(url);
    if (refusal !== undefined) throw unusable(`the link leads to ${refusal}`);
    const answer = await request(url.href);
    const { httpStatus, headers, body } = answer;
    if (httpStatus < 300 || httpStatus >= 400 || headers.location === undefined)
      return { ...answer, url: url.href };
    body.destroy();
    const next = parseUrl(String(headers.location), url);
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw unusable('the link leads from https to http, where the file isn’t safe');
    url = next;
  }
  throw unusable(`the link leads through more than ${mostRedirects} redirects`);
}

function parseUrl(location: string, base?: URL): URL {
  if (URL.canParse(location, base?.href)) return new URL(location, base);
  throw unusable('the link leads to something that isn’t an address');
}
