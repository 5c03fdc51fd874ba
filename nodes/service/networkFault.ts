/** Codes that occur before a request can have left: nobody took it. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ERR_INVALID_URL',
  'ERR_BAD_OPTION_VALUE',
  'ERR_UNESCAPED_CHARACTERS',
  'ERR_INVALID_CHAR',
]);

/** Failures of the TLS handshake: the request comes after it. */
const tlsCode =
  /^(CERT_|ERR_TLS_CERT|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$)/;

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

/** The error and what caused it, outermost first; n8n wraps what the HTTP client threw. */
function* chain(error: unknown): Generator<ErrorLike> {
  let current = error;
  for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth++) {
    yield current as ErrorLike;
    const { cause, errors } = current as ErrorLike;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
}

/**
 * Tells what a thrown request error means for the request: not sent, or outcome unknown.
 * Anything that is not certain counts as unknown, because a task may have been paid for.
 *
 * @param error - what the HTTP helper threw
 */
export function readNetworkFault(error: unknown): NetworkFault {
  let code = '';
  let reason = '';
  let unsent = false;
  for (const link of chain(error)) {
    if (typeof link.message === 'string' && link.message) reason = link.message;
    if (typeof link.code !== 'string' || !link.code) continue;
    code = link.code;
    unsent ||=
      unsentCodes.has(code) ||
      tlsCode.test(code) ||
      (code === 'ETIMEDOUT' && link.syscall === 'connect');
  }
  return { unsent, code, reason };
}
