import { isLoopback } from './isLoopback.ts';

/** Says what is wrong with the command line. */
export class CommandLineError extends Error {}

/** The address that was meant where the scheme was left out, such as by `127.0.0.1:8787`. */
function suggestionFor(text: string): string {
  const insecure = `http://${text}`;
  if (text.includes('://') || text.includes('@') || !URL.canParse(insecure)) return '';
  if (/^[a-z]+:(?!\d+(\/|$))/i.test(text)) return '';
  const meant = isLoopback(insecure) ? insecure : `https://${text} or ${insecure}`;
  return ` Did you mean ${meant}?`;
}

/**
 * Reads an address that a key may be sent to.
 *
 * @param name - of the option that has it
 * @throws CommandLineError
 */
export function readUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password)
    return url;
  throw new CommandLineError(
    `Expected --${name} to be an http or https address without a key in it.${suggestionFor(text)}`,
  );
}

/**
 * Reads the base URL of a server, to which the document's paths are appended.
 *
 * @returns it without a trailing slash, and without the version, which every path carries
 * @throws CommandLineError
 */
export function readBaseUrl(text: string | undefined): string {
  if (!text) throw new CommandLineError('Which server? Give its base URL with --url.');
  const { origin, pathname } = readUrl('url', text);
  return origin + pathname.replace(/(?<!\/)(\/v1)?\/*$/, '');
}
