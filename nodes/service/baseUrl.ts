import { UserError } from 'n8n-workflow';

/**
 * Joins the credential's base URL and a path of the document.
 *
 * @param baseUrl - what the user typed; blanks and trailing slashes are harmless
 * @param path - starts with a slash, or is empty for the base itself
 * @throws UserError when the base URL is not an absolute http(s) address
 */
export function joinBaseUrl(baseUrl: string, path: string): string {
  const text = String(baseUrl ?? '').trim();
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    url = undefined;
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new UserError(
      'Expected the credential’s Base URL to be an http or https address without query or login',
      { description: 'Open the VideoGen API credential and correct its Base URL.' },
    );
  return url.href.replace(/\/+$/, '') + path;
}
