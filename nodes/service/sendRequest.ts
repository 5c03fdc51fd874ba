import { Deadline } from '../concurrency/sleep';
import { longestRecord } from '../tasks/readRecord';
import { redact, type Hide } from '../text/redact';
import { readAnswer, type ReadBody, type ServiceAnswer } from './readAnswer';

export type ByteStream = AsyncIterable<Uint8Array>;

/** Options with which n8n hands over each answer as it is. */
export const untouched = {
  encoding: 'stream',
  returnFullResponse: true,
  ignoreHttpStatusErrors: true,
  // A followed redirect could carry the key, or a paid request, to another address.
  disableFollowRedirect: true,
};

/**
 * Sends a request once, and reads what came of it. Never rejects.
 *
 * @param send - n8n's function, which adds the key
 * @param hide - takes the key out of whatever is told
 */
export async function sendRequest(
  send: (options: object) => Promise<unknown>,
  request: object,
  timeoutMs: number,
  hide: Hide,
  stop: AbortSignal | undefined,
): Promise<ServiceAnswer> {
  const late = () => new Error(`no answer within ${timeoutMs / 1_000} s`);
  const deadline = new Deadline(timeoutMs, late, stop);
  const options = {
    ...request,
    ...untouched,
    headers: { Accept: 'application/json' },
    timeout: timeoutMs,
    // `timeout` only covers the time until the answer's first byte.
    abortSignal: deadline.signal,
  };
  try {
    const response = (await deadline.limit(send(options))) as {
      statusCode: number;
      headers: Record<string, unknown>;
      body: ByteStream;
    };
    const { statusCode: httpStatus, headers } = response;
    const body = await readBody(response.body, deadline);
    return readAnswer({ httpStatus, headers, body }, hide, Date.now());
  } catch (error) {
    if (deadline.isStopped) return { kind: 'cancelled' };
    const { unsent, code, reason } = readNetworkFault(error);
    return { kind: unsent ? 'unsent' : 'unanswered', code, detail: redact(hide(reason)) };
  } finally {
    deadline.end();
  }
}

/** Reads an answer's body within a bound of size and time, and keeps what arrived of a broken one. */
export async function readBody(stream: ByteStream, deadline: Deadline): Promise<ReadBody> {
  const decoder = new TextDecoder();
  let text = '';
  const read = async () => {
    let room = longestRecord;
    for await (const chunk of stream) {
      text += decoder.decode(chunk.subarray(0, room), { stream: true });
      room -= chunk.length;
      if (room < 0) return 'the answer is larger than an answer of this service can be';
    }
    return undefined;
  };
  const broken = await deadline
    .limit(read())
    .catch(() =>
      deadline.signal.aborted
        ? 'the answer didn’t arrive whole in time'
        : 'the connection broke before the answer was whole',
    );
  return broken === undefined ? { text: text + decoder.decode() } : { text, broken };
}

type ErrorLike = Partial<Record<'code' | 'syscall' | 'message' | 'cause' | 'errors', unknown>>;

/** System calls that fail before there is a connection. */
const callBefore = /^(connect|getaddrinfo|query[A-Z]\w*)$/;

/**
 * Codes that only come before a request: Node refused its options, the name wasn't found, or the server's
 * certificate was refused. Other TLS faults (EPROTO, ERR_SSL_…) may come before or after it.
 */
const codeBefore =
  /^(ERR_(INVALID_URL|INVALID_CHAR|UNESCAPED_CHARACTERS|BAD_OPTION_VALUE)|ENOTFOUND|EAI_\w+|(?!ERR_SSL_)(\w+_)?CERT(_\w+)?|UNABLE_TO_\w+)$/;

/** n8n's guard of its own network stopped the request; this error has no code. */
const blockedByN8n = /^SsrfBlocked/;

const deepest = 8;

/**
 * Reads what the HTTP helper threw.
 *
 * @returns whether the service certainly did not take the request, and why; without proof, it may have
 *   taken it, and a task may be paid
 */
export function readNetworkFault(error: unknown) {
  const attempts = chainsOf(error);
  const last = (field: 'code' | 'message') =>
    attempts[0]?.map((link) => link[field]).findLast((text) => typeof text === 'string' && text);
  return {
    // Any of the addresses that Node tried may have taken the request.
    unsent: attempts.every((chain) => chain.some(provesUnsent)),
    code: String(last('code') ?? ''),
    reason: String(last('message') ?? ''),
  };
}

function provesUnsent(link: ErrorLike): boolean {
  const { code, syscall } = link;
  // An open connection may report the same codes, but with another call, such as "read".
  if (typeof syscall === 'string') return callBefore.test(syscall);
  if (typeof code === 'string') return codeBefore.test(code);
  return blockedByN8n.test(link.constructor?.name ?? '');
}

/** For each address that Node tried, the error and its causes: n8n wraps what its client threw. */
function chainsOf(error: unknown, links: ErrorLike[] = [], depth = 0): ErrorLike[][] {
  if (typeof error !== 'object' || error === null || depth === deepest) return [links];
  const { cause, errors } = error as ErrorLike;
  if (Array.isArray(errors) && errors.length > 0)
    return errors.flatMap((one) => chainsOf(one, [], depth + 1));
  return chainsOf(cause, [...links, error], depth + 1);
}
