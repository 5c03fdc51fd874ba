import { UserError } from 'n8n-workflow';
import { operations } from '../generated/contract';
import { redact } from '../text/redact';

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
    throw new UserError(problem, {
      description: 'Nothing was sent. Open the VideoGen API credential and correct its Base URL.',
    });
  const { origin, pathname } = new URL(text);
  return origin + withoutOperation(pathname).replace(/\/+$/, '') + path;
}

function problemOf(text: string): string | undefined {
  if (text === '') return 'The Base URL of the VideoGen API credential is empty';
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    url = undefined;
  }
  const field = () => `The Base URL of the VideoGen API credential, "${redact(text)}",`;
  if (!url || !/^https?:$/.test(url.protocol))
    return `${field()} isn’t a web address. It starts with https:// (or http://), followed by the name of the service`;
  if (url.username || url.password)
    return `${field()} contains a user name or a password. Leave them out: the API key is all that the service needs`;
  if (/[?#]/.test(text))
    return `${field()} contains a ? or a #. Leave out everything from there on`;
  return undefined;
}

/** The path without what the nodes add to it themselves: "/gate/v1/" and "/gate" are the same base. */
function withoutOperation(pathname: string): string {
  const segments = segmentsOf(pathname);
  const start = segments.findIndex((_, at) => isStartOfOperation(segments.slice(at)));
  return start < 0
    ? pathname
    : segments
        .slice(0, start)
        .map((segment) => `/${segment}`)
        .join('');
}

const isStartOfOperation = (segments: string[]) =>
  operationPaths.some(
    (path) =>
      segments.length <= path.length &&
      segments.every((segment, at) => {
        const want = path[at] ?? '';
        return want.startsWith('{') || segment.toLowerCase() === want;
      }),
  );
