/** What n8n names the errors of its protection against requests to addresses inside. */
const nameOfBlocks = /^SsrfBlocked/;

/**
 * Whether n8n itself refused to send a request, because the address is one that its SSRF protection
 * (`N8N_SSRF_PROTECTION_ENABLED`) keeps workflows from.
 */
export function isBlockedByN8n(error: unknown): boolean {
  const { name, cause } = Object(error) as { name?: unknown; cause?: unknown };
  if (typeof name === 'string' && nameOfBlocks.test(name)) return true;
  return cause !== undefined && cause !== error && isBlockedByN8n(cause);
}

/** The setting of n8n that allows requests to the host of an address. */
export function settingToAllow(url: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const isIp = /^[\d.]+$/.test(host) || host.includes(':');
  return isIp
    ? `N8N_SSRF_ALLOWED_IP_RANGES=${host}/${host.includes(':') ? 128 : 32}`
    : `N8N_SSRF_ALLOWED_HOSTNAMES=${host}`;
}
