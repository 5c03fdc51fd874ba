import { isInside } from '../../links/isInside';

/** The file of a video, as it stands on an item. */
export type StoredFile = {
  /** In base64, where n8n keeps files in its memory; else what keeps them. */
  data: string;
  mimeType: string;
  fileName?: string;
  id?: string;
};

/** What fetching files needs of n8n. */
export interface FilePorts {
  /** Why an address is not fetched, in words that follow "the link leads to"; undefined if it may. */
  mayFetch(url: URL): Promise<string | undefined>;
  /** Of the Stop button. */
  signal?: AbortSignal | undefined;
  helpers: {
    httpRequest(options: object): Promise<unknown>;
    prepareBinaryData(body: never, fileName: string, mimeType: string): Promise<StoredFile>;
  };
}

/** What a running node lends for that; n8n 1 has no guard of its own. */
interface FileContext {
  getExecutionCancelSignal(): AbortSignal | undefined;
  helpers: FilePorts['helpers'] & { getSecureEgressFilter?(policy: 'enforced'): EgressFilter };
}

/** @param baseUrl - where the service is */
export async function openFilePorts(context: FileContext, baseUrl: string): Promise<FilePorts> {
  const { helpers } = context;
  const mayFetch = await guardAddresses(baseUrl, helpers.getSecureEgressFilter?.('enforced'));
  return { mayFetch, signal: context.getExecutionCancelSignal(), helpers };
}

/** The part of n8n's own guard that is needed. */
export interface EgressFilter {
  validateUrl(url: URL): Promise<{ ok: boolean; error?: Error }>;
}

/**
 * Keeps what the service answers from sending n8n into the network that it stands in, such as to
 * the metadata of a cloud machine. A service that is itself inside, as one on this machine, may name
 * addresses inside; any service may name its own host.
 *
 * @param baseUrl - where the service is
 * @param filter - n8n's own guard, which looks names up, with the ranges that its administrator
 *   blocks or allows; without it, only addresses that are written as numbers are seen
 */
export async function guardAddresses(
  baseUrl: string,
  filter: EgressFilter | undefined,
): Promise<FilePorts['mayFetch']> {
  const leadsInside = async (url: URL): Promise<boolean> => {
    // n8n's guard lets the unspecified address pass, which is this machine.
    if (filter === undefined || url.hostname === '[::]') return isInside(url.hostname);
    try {
      const { ok, error } = await filter.validateUrl(url);
      return !ok && /^SsrfBlocked/.test(error?.name ?? '');
    } catch {
      // A name that is not found here may be known to a proxy.
      return false;
    }
  };
  const service = new URL(baseUrl);
  const serviceIsInside = await leadsInside(service);
  return async (url) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return `a "${url.protocol}" address, and we only follow http and https`;
    if (serviceIsInside || url.hostname === service.hostname || !(await leadsInside(url)))
      return undefined;
    return `${url.hostname}, an address inside n8n’s own network, while the service is outside of it`;
  };
}
