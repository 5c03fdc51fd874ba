/** What a server said, as far as the report needs it. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body when it is JSON. */
  json?: unknown;
}

/** No answer came; whether the request had an effect is unknown. */
export class NoAnswer extends Error {
  readonly reason: string;

  constructor(host: string, reason: string) {
    super(`No answer from ${host}: ${reason}`);
    this.reason = reason;
  }
}

export interface Question {
  method?: 'GET' | 'POST' | 'HEAD';
  /** Sent as Bearer; without it no Authorization header is sent. */
  key?: string;
  body?: object;
  timeoutMs: number;
}

// Enough for any task, and too little to fill the memory of whoever checks a strange server.
const maximumBytes = 5_000_000;

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maximumBytes) throw new Error(`more than ${maximumBytes} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): { json?: unknown } {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return {};
  }
}

/**
 * Sends one request, once. Redirects are not followed: they could take the key elsewhere.
 *
 * @throws NoAnswer when none came in time, or it broke off
 */
export async function ask(url: string, question: Question): Promise<Answer> {
  const { method = 'GET', key, body, timeoutMs } = question;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
  if (body) headers['content-type'] = 'application/json';
  try {
    const response = await fetch(url, {
      ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await readText(response);
    return { status: response.status, headers: response.headers, text, ...parse(text) };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    throw new NoAnswer(new URL(url).host, cause?.message ?? message);
  }
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;
