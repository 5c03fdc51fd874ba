/** n8n's answer to a request. */
export interface N8nAnswer {
  httpStatus: number;
  text: string;
}

/**
 * Calls n8n itself, also when the execution that lent it has been put to sleep. Rejects when there is
 * no answer.
 */
export type Caller = (method: 'GET' | 'POST', url: string) => Promise<N8nAnswer>;

/** What a running execution lends for that. */
export interface Lender {
  helpers: { httpRequest(request: object): Promise<unknown> };
}

const n8nTimeoutMs = 15_000;

/** Makes a caller of what a running execution has. It keeps the execution's data in memory. */
export const callerOf =
  ({ helpers }: Lender): Caller =>
  async (method, url) => {
    const response = await helpers.httpRequest({
      method,
      url,
      ...(method === 'POST' && { body: {} }),
      json: true,
      timeout: n8nTimeoutMs,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
    });
    const { statusCode: httpStatus, body = '' } = response as { statusCode: number; body: unknown };
    return { httpStatus, text: JSON.stringify(body) };
  };

/** An address of one execution turned into that of another, whose ID stands before the last part. */
export function addressOf(executionId: string, url: string, query = ''): string {
  const segments = url.split('?')[0]!.split('/');
  segments[segments.length - 2] = executionId;
  return segments.join('/') + (query === '' ? '' : `?${query}`);
}
