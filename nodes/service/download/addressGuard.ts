import type { IExecuteFunctions } from 'n8n-workflow';
import { isInside } from '../../links/isInside';

/** Why an address is not fetched, in words that follow "the link leads to"; undefined if it may. */
export type AddressGuard = (url: URL) => Promise<string | undefined>;

/** The part of n8n's own guard that is needed; n8n 1 has none. */
interface EgressFilter {
  validateUrl(url: URL): Promise<{ ok: boolean; error?: Error }>;
}
type MayFilter = {
  getSecureEgressFilter?: (policy: 'enforced') => EgressFilter;
};

/**
 * Keeps what the service answers from sending n8n into the network that it stands in, such as to
 * the metadata of a cloud machine. A service that is itself inside, as one on this machine, may name
 * addresses inside; any service may name its own host. Names are looked up by n8n's own guard, with
 * the ranges that its administrator blocks or allows; n8n 1 has none, and only addresses that are
 * written as numbers are seen there.
 *
 * @param baseUrl - where the service is
 */
export async function guardAddresses(
  context: IExecuteFunctions,
  baseUrl: string,
): Promise<AddressGuard> {
  const filter = (context.helpers as MayFilter).getSecureEgressFilter?.('enforced');
  const leadsInside = async (url: URL): Promise<boolean> => {
    // n8n's guard lets the unspecified address pass, which is this machine.
    if (filter === undefined || url.hostname === '[::]') return isInside(url.hostname);
    const { ok, error } = await filter
      .validateUrl(url)
      .catch(() => ({ ok: true, error: undefined }));
    // A name that is not found here may be known to a proxy.
    return !ok && /^SsrfBlocked/.test(error?.name ?? '');
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
