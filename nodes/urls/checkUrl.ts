import { redact } from '../text/redact';

/**
 * Tells what is wrong with a URL that the service is to fetch or call.
 *
 * @param text - the URL
 * @returns the second half of a sentence that begins with the field's name, or undefined when it
 *   is fine
 */
export function checkUrl(text: string): string | undefined {
  const but = `but it is "${redact(text)}".`;
  const notAnAddress = `must be a full web address that starts with http:// or https://, ${but}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return notAnAddress;
  }
  if (!/^https?:$/.test(url.protocol) || !url.hostname) return notAnAddress;
  if (url.username || url.password) return `must not contain a user name or password, ${but}`;
  return undefined;
}

/** Whether a host name is this machine, as far as the name tells. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host)
  );
}
