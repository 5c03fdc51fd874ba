import { setTimeout } from 'node:timers/promises';
import { StartError } from '../report.ts';

/** How long n8n's database may be away before it counts, and how often to ask meanwhile. */
const busyMs = 60_000;
const askAgainMs = 1_000;

/** A session with n8n's REST API, the one that its editor uses. */
export interface N8nClient {
  url: string;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  patch<T>(path: string, body: unknown): Promise<T>;
  remove(path: string): Promise<void>;
  /** An answer that is not JSON. */
  download(path: string): Promise<Response>;
  /** For a browser that is to be logged in. */
  cookie(): string;
}

/**
 * @param url of the editor, without a slash at the end
 * @throws StartError with n8n's own words when it refuses a request
 */
export function createClient(url: string): N8nClient {
  let cookie = '';

  async function request(
    method: string,
    path: string,
    body?: unknown,
    sinceMs = Date.now(),
  ): Promise<Response> {
    const send = () =>
      fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    // n8n closes idle connections; on a busy machine that is noticed when a request has left.
    const response = await send().catch((error: unknown) => {
      if (method === 'GET' && isClosed(error)) return send();
      throw error;
    });
    for (const set of response.headers.getSetCookie())
      if (set.startsWith('n8n-auth=')) cookie = set.split(';')[0]!;
    if (response.ok) return response;
    // An n8n that stores a large execution says for a moment that its database is not ready.
    if (response.status === 503 && method === 'GET' && Date.now() - sinceMs < busyMs) {
      await setTimeout(askAgainMs);
      return await request(method, path, body, sinceMs);
    }
    const text = await response.text();
    throw new StartError(`n8n answered ${response.status} to ${method} ${path}: ${words(text)}`);
  }

  async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = (await (await request(method, path, body)).json()) as { data: T } & T;
    return path.startsWith('/rest/') ? answer.data : answer;
  }

  return {
    url,
    get: (path) => json('GET', path),
    post: (path, body) => json('POST', path, body),
    patch: (path, body) => json('PATCH', path, body),
    remove: async (path) => void (await request('DELETE', path)),
    download: (path) => request('GET', path),
    cookie: () => cookie,
  };
}

const isClosed = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET'].includes(
    String((error as { cause?: { code?: unknown } }).cause?.code),
  );

function words(text: string): string {
  try {
    return JSON.parse(text).message ?? text;
  } catch {
    return text.slice(0, 300);
  }
}
