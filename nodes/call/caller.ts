/** n8n's answer to a request. */
export interface N8nAnswer {
  httpStatus: number;
  text: string;
}

/** Calls n8n itself, also when the execution that lent it has been put to sleep. */
export interface Caller {
  /** Resolves to n8n's answer; rejects when there is none. */
  post(url: string): Promise<N8nAnswer>;
  /** Does the same. */
  get(url: string): Promise<N8nAnswer>;
}

/** What a running execution lends for that. */
export interface Lender {
  helpers: { httpRequest(request: object): Promise<unknown> };
}

const n8nTimeoutMs = 15_000;

/** Makes a caller of what a running execution has. It keeps the execution's data in memory. */
export function callerOf({ helpers }: Lender): Caller {
  const callN8n = async (request: { method: 'GET' | 'POST'; url: string; body?: object }) => {
    const response = await helpers.httpRequest({
      ...request,
      json: true,
      timeout: n8nTimeoutMs,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
    });
    const { statusCode: httpStatus, body = '' } = response as { statusCode: number; body: unknown };
    return { httpStatus, text: JSON.stringify(body) };
  };
  return {
    post: (url) => callN8n({ method: 'POST', url, body: {} }),
    get: (url) => callN8n({ method: 'GET', url }),
  };
}

/** An address of one execution turned into that of another, whose ID stands before the last part. */
export function addressOf(executionId: string, url: string, query = ''): string {
  const segments = url.split('?')[0]!.split('/');
  segments[segments.length - 2] = executionId;
  return segments.join('/') + (query === '' ? '' : `?${query}`);
}
