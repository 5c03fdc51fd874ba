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
  /** Sent as Bearer; without it no Authorization header is sent. */
  key?: string;
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

async function readAnswer(response: Response): Promise<Answer> {
  const text = await readText(response);
  return { status: response.status, headers: response.headers, text, ...parse(text) };
}

function parse(text: string): { json?: unknown } {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return {};
  }
}

/**
 * Reads an address, once. Redirects are not followed: they could take the key elsewhere.
 *
 * @throws NoAnswer when none came in time, or it broke off
 */
export async function ask(url: string, question: Question): Promise<Answer> {
  const { key, timeoutMs } = question;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return await readAnswer(await fetch(url, { headers, redirect: 'manual', signal }));
  } catch (error) {
    throw noAnswer(url, error as Error);
  }
}

function noAnswer(url: string, { message, cause }: Error): NoAnswer {
  return new NoAnswer(new URL(url).host, (cause as Error | undefined)?.message ?? message);
}

/** A `fetch` for the client that keeps a copy of what came of each request. */
export function recordInto(answers: Array<Answer | NoAnswer>) {
  return async (request: Request): Promise<Response> => {
    try {
      const answer = await readAnswer(await fetch(request));
      answers.push(answer);
      const { status, headers, text } = answer;
      return new Response(text || null, { status, headers });
    } catch (error) {
      answers.push(noAnswer(request.url, error as Error));
      throw error;
    }
  };
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;
