import { redact } from '../text/redact';

/**
 * Tells what is wrong with a URL that the service is to fetch or call.
 *
 * @param text - the URL
 * @returns what was expected and what was got, or undefined when it is fine
 */
export function checkUrl(text: string): string | undefined {
  const got = `got "${redact(text)}"`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return `to be an absolute http or https URL, ${got}`;
  }
  if (!/^https?:$/.test(url.protocol) || !url.hostname)
    return `to be an absolute http or https URL, ${got}`;
  if (url.username || url.password) return `to carry no user name or password, ${got}`;
  return undefined;
}

/** Whether a host name is this machine, as far as the name tells. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host)
  );
}
