export interface NetworkFault {
  /** Whether it is certain that the service did not take the request. */
  unsent: boolean;
  code: string;
  reason: string;
}

interface ErrorLike {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** Refused by Node before there is a connection: no request can be made of what it was given. */
const notARequest = /^ERR_(INVALID_URL|INVALID_CHAR|UNESCAPED_CHARACTERS|BAD_OPTION_VALUE)$/;

/** The name was not found. These codes come from nowhere else. */
const lookupCode = /^(ENOTFOUND|EAI_\w+)$/;
const lookupCall = /^(getaddrinfo|query[A-Z]\w*)$/;

/**
 * The server's certificate was refused, which Node does before it sends the request. Other faults
 * of TLS (EPROTO, ERR_SSL_…) come before the request or after it, and look the same.
 */
const certificateCode =
  /^(CERT_|CRL_|ERR_TLS_CERT_|ERROR_IN_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

/** n8n's protection of its own network stopped the request; it has no code. */
const blockedByN8n = /^SsrfBlocked/;

const deepest = 8;

/**
 * Tells what a thrown request error means for the request: not sent, or outcome unknown.
 * Anything that is not certain counts as unknown, because a task may have been paid for.
 *
 * @param error - what the HTTP helper threw
 */
export function readNetworkFault(error: unknown): NetworkFault {
  const attempts = chainsOf(error);
  const last = (field: 'code' | 'message') =>
    attempts[0]?.map((link) => link[field]).findLast((text) => typeof text === 'string' && text);
  return {
    // Any of the addresses that were tried may have taken the request.
    unsent: attempts.every((chain) => chain.some(provesUnsent)),
    code: String(last('code') ?? ''),
    reason: String(last('message') ?? ''),
  };
}

function provesUnsent(link: ErrorLike): boolean {
  const { code, syscall } = link;
  // An open connection reports some of the same codes, but with another call, such as "read".
  if (typeof syscall === 'string') return syscall === 'connect' || lookupCall.test(syscall);
  if (typeof code === 'string')
    return notARequest.test(code) || lookupCode.test(code) || certificateCode.test(code);
  return blockedByN8n.test(link.constructor?.name ?? '');
}

/** For each address that was tried, the error and what caused it; n8n wraps what its client threw. */
function chainsOf(error: unknown, links: ErrorLike[] = [], depth = 0): ErrorLike[][] {
  if (typeof error !== 'object' || error === null || depth === deepest) return [links];
  const { cause, errors } = error as ErrorLike;
  if (Array.isArray(errors) && errors.length > 0)
    return errors.flatMap((one) => chainsOf(one, [], depth + 1));
  return chainsOf(cause, [...links, error], depth + 1);
}
