import { guardAddresses, type AddressGuard, type EgressFilter } from './addressGuard';

/** The file of a video, as it stands on an item. */
export type StoredFile = {
  /** In base64, where n8n keeps files in its memory; else what keeps them. */
  data: string;
  mimeType: string;
  fileName?: string;
  id?: string;
};

/** The part of Node's Readable that is needed; community nodes cannot import `stream`. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  compose(through: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): ByteStream;
  on(event: 'error', listener: (error: Error) => void): void;
  destroy(): void;
}

/** The answer for a file, its body unread. */
export interface FileAnswer {
  httpStatus: number;
  headers: Record<string, unknown>;
  body: ByteStream;
}

/** What fetching files needs of n8n. */
export interface FileWorld {
  mayFetch: AddressGuard;
  /** Asks for a file once, and follows no redirect. The request carries no credential. */
  request(url: string): Promise<FileAnswer>;
  store(body: ByteStream, fileName: string, mimeType: string): Promise<StoredFile>;
  /** Of the Stop button. */
  signal?: AbortSignal | undefined;
}

const connectTimeoutMs = 60_000;

/** What a running node lends for that. */
interface FileContext {
  getExecutionCancelSignal(): AbortSignal | undefined;
  helpers: {
    httpRequest(options: object): Promise<unknown>;
    prepareBinaryData(body: never, fileName: string, mimeType: string): Promise<StoredFile>;
  };
}

/** n8n 1 has no guard of its own. */
type MayFilter = { getSecureEgressFilter?: (policy: 'enforced') => EgressFilter };

/** @param baseUrl - where the service is */
export async function openFileWorld(context: FileContext, baseUrl: string): Promise<FileWorld> {
  const { helpers } = context;
  const signal = context.getExecutionCancelSignal();
  const filter = (helpers as MayFilter).getSecureEgressFilter?.('enforced');
  return {
    mayFetch: await guardAddresses(baseUrl, filter),
    signal,
    async request(url) {
      const { statusCode, headers, body } = (await helpers.httpRequest({
        method: 'GET',
        url,
        // The announced length is then that of the file; some hosts compress all the same.
        headers: { 'Accept-Encoding': 'identity' },
        encoding: 'stream',
        returnFullResponse: true,
        ignoreHttpStatusErrors: true,
        disableFollowRedirect: true,
        timeout: connectTimeoutMs,
        ...(signal !== undefined && { abortSignal: signal }),
      })) as { statusCode: number; headers: Record<string, unknown>; body: ByteStream };
      // An error that comes once nobody reads any more would end the n8n process.
      body.on('error', () => {});
      return { httpStatus: statusCode, headers, body };
    },
    async store(body, fileName, mimeType) {
      return await helpers.prepareBinaryData(body as never, fileName, mimeType);
    },
  };
}
