import { operations } from '../generated/contract';

/** The version part, which is the same in all paths of the document. */
const [version = ''] = operations.createVideo.path.split('/').filter(Boolean);

/**
 * Reads the credential's base URL. What people paste along with the address does no harm: blanks,
 * slashes at the end, the version part, the path of an operation.
 *
 * @param typed - what the credential's field holds
 * @returns the origin and the path before the version, or what is wrong, for the owner; that does
 *   not show what was typed, which may hold a password, or the key
 */
export function readBaseUrl(typed: unknown): { baseUrl: string; problem?: string } {
  const text = String(typed ?? '').trim();
  const problem = problemOf(text);
  if (problem !== undefined)
    return { baseUrl: '', problem: `The Base URL of the VideoGen API credential ${problem}` };
  const { origin, pathname } = new URL(text);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const end = segments.findLastIndex((segment) => segment.toLowerCase() === version);
  const own = end < 0 ? segments : segments.slice(0, end);
  return { baseUrl: [origin, ...own].join('/') };
}

function problemOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'isn’t a web address. It starts with https:// (or http://), followed by the name of the service';
  if (url.username || url.password)
    return 'contains a user name or a password. Leave them out: the API key is all that the service needs';
  if (/[?#]/.test(text)) return 'contains a ? or a #. Leave out everything from there on';
  return undefined;
}
