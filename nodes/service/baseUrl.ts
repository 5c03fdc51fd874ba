import { UserError } from 'n8n-workflow';
import { operations } from '../generated/contract';

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');
const operationPaths = Object.values(operations).map(({ path }) => segmentsOf(path));

/**
 * Joins the credential's base URL and a path of the document. What people paste along with the
 * address does no harm: blanks, slashes at the end, the version part, the path of an operation.
 *
 * @param baseUrl - what the user typed
 * @param path - starts with a slash, or is empty for the base itself
 * @throws UserError when the base URL is no http(s) address, or holds a login or a query
 */
export function joinBaseUrl(baseUrl: string, path: string): string {
  const text = String(baseUrl ?? '').trim();
  const problem = problemOf(text);
  if (problem)
    throw new UserError(`The Base URL of the VideoGen API credential ${problem}`, {
      description: 'Nothing was sent. Open the VideoGen API credential and correct its Base URL.',
    });
  const { origin, pathname } = new URL(text);
  const segments = segmentsOf(pathname);
  const end = segments.findIndex((_, at) => isStartOfOperation(segments.slice(at)));
  const own = end < 0 ? segments : segments.slice(0, end);
  return [origin, ...own].join('/') + path;
}

/** Does not show what was typed: it may hold a password, or the key. */
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

/** Whether the nodes add these segments to the base URL themselves: "/v1" as well as "/v1/tasks/t". */
const isStartOfOperation = (segments: string[]) =>
  operationPaths.some(
    (path) =>
      segments.length <= path.length &&
      segments.every((segment, at) => {
        const want = path[at] ?? '';
        return want.startsWith('{') || segment.toLowerCase() === want;
      }),
  );
