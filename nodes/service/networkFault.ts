type ErrorLike = Partial<Record<'code' | 'syscall' | 'message' | 'cause' | 'errors', unknown>>;

/** Calls that end before there is a connection. */
const callBefore = /^(connect|getaddrinfo|query[A-Z]\w*)$/;

/**
 * Codes that come from nowhere but before the request: no request can be made of what Node was given,
 * the name was not found, or the server's certificate was refused. Other faults of TLS (EPROTO,
 * ERR_SSL_…) come before the request or after it, and look the same.
 */
const codeBefore =
  /^(ERR_(INVALID_URL|INVALID_CHAR|UNESCAPED_CHARACTERS|BAD_OPTION_VALUE)|ENOTFOUND|EAI_\w+|(?!ERR_SSL_)(\w+_)?CERT(_\w+)?|UNABLE_TO_\w+)$/;

/** n8n's protection of its own network stopped the request; it has no code. */
const blockedByN8n = /^SsrfBlocked/;

const deepest = 8;

/**
 * Tells what a thrown request error means for the request: not sent, or outcome unknown.
 * Anything that is not certain counts as unknown, because a task may have been paid for.
 *
 * @param error - what the HTTP helper threw
 * @returns whether it is certain that the service did not take the request, and why
 */
export function readNetworkFault(error: unknown) {
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
  if (typeof syscall === 'string') return callBefore.test(syscall);
  if (typeof code === 'string') return codeBefore.test(code);
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
