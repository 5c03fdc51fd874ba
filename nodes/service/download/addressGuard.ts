import { isInside } from '../../links/isInside';

/** Why an address is not fetched, in words that follow "the link leads to"; undefined if it may. */
export type AddressGuard = (url: URL) => Promise<string | undefined>;

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
): Promise<AddressGuard> {
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
