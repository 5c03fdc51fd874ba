import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { AddressGuard } from './addressGuard';
import { BrokenFile } from './guardBytes';

/** The part of Node's Readable that is needed; community nodes cannot import `stream`. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  compose(through: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): ByteStream;
  on(event: 'error', listener: (error: Error) => void): void;
  read(size: 0): unknown;
  destroy(): void;
}

/** The answer for a file, its body unread. */
export interface OpenFile {
  httpStatus: number;
  headers: Record<string, unknown>;
  body: ByteStream;
  /** Where the answer came from. */
  url: string;
}

const connectTimeoutMs = 60_000;
const mostRedirects = 5;

/**
 * Asks for a file and follows redirects, to other hosts as well: the request carries no key. Each
 * address on the way must be one that may be fetched.
 *
 * @throws BrokenFile when an address on the way may not be fetched; else what the request threw
 */
export async function openFile(
  context: IExecuteFunctions,
  firstUrl: string,
  mayFetch: AddressGuard,
  signal: AbortSignal | undefined,
): Promise<OpenFile> {
  let url = parseUrl(firstUrl);
  for (let redirects = 0; ; redirects++) {
    const refusal = await mayFetch(url);
    if (refusal !== undefined) throw new BrokenFile(`the link leads to ${refusal}`, false);
    const response = (await context.helpers.httpRequest({
      method: 'GET',
      url: url.href,
      // The announced length is then that of the file; some hosts compress all the same.
      headers: { 'Accept-Encoding': 'identity' },
      encoding: 'stream',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      timeout: connectTimeoutMs,
      ...(signal !== undefined && { abortSignal: signal }),
    })) as IN8nHttpFullResponse;
    const { statusCode: httpStatus, headers } = response;
    const body = response.body as unknown as ByteStream;
    // An error that comes once nobody reads any more would end the n8n process.
    body.on('error', () => {});
    const isRedirect = httpStatus >= 300 && httpStatus < 400 && headers.location !== undefined;
    if (!isRedirect) return { httpStatus, headers, body, url: url.href };

    body.destroy();
    if (redirects === mostRedirects)
      throw new BrokenFile(`the link leads through more than ${mostRedirects} redirects`, false);
    const next = parseUrl(String(headers.location), url);
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw new BrokenFile('the link leads from https to http, where the file isn’t safe', false);
    url = next;
  }
}

function parseUrl(location: string, base?: URL): URL {
  if (URL.canParse(location, base?.href)) return new URL(location, base);
  throw new BrokenFile('the link leads to something that isn’t an address', false);
}
