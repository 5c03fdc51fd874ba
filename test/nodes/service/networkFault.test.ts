import { describe, expect, it } from 'vitest';
import { readNetworkFault } from '../../../nodes/service/networkFault.ts';

// Faults of real connections are in sockets/; these cannot be made to happen on one machine.

const fault = (code: string, syscall?: string) =>
  Object.assign(new Error(`${syscall ?? ''} ${code}`.trim()), {
    code,
    ...(syscall && { syscall }),
  });

/** As n8n hands it on: its own error, the HTTP client's, and the one from the system. */
const wrapped = (cause: Error & { code?: unknown }) =>
  Object.assign(new Error('The service refused the connection'), {
    cause: Object.assign(new Error(cause.message), { cause, code: cause.code }),
  });

const several = (...errors: Error[]) =>
  Object.assign(new AggregateError(errors), { code: (errors[0] as { code?: unknown })?.code });

class SsrfBlockedIpError extends Error {}

describe('readNetworkFault', () => {
  const unsent: [string, Error][] = [
    ['no route to the host, when connecting', fault('EHOSTUNREACH', 'connect')],
    ['no route to the network, when connecting', fault('ENETUNREACH', 'connect')],
    ['a connection that took too long to come about', fault('ETIMEDOUT', 'connect')],
    ['no free port to connect from', fault('EADDRNOTAVAIL', 'connect')],
    ['no free file to connect with', fault('EMFILE', 'connect')],
    ['a firewall of this machine', fault('EPERM', 'connect')],
    ['a name server that does not answer', fault('EAI_AGAIN', 'getaddrinfo')],
    ['a name server that refuses', fault('ECONNREFUSED', 'queryA')],
    ['a name that was not found, by a look-up that says no more', fault('ENOTFOUND')],
    ['a revoked certificate', fault('CERT_REVOKED')],
    ['a certificate of an unknown issuer', fault('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')],
    ['an incomplete chain', fault('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
    ['an address that is none', fault('ERR_INVALID_URL')],
    ['n8n’s own block of private addresses', new SsrfBlockedIpError('restricted')],
    [
      'every address refused',
      several(fault('ECONNREFUSED', 'connect'), fault('ENETUNREACH', 'connect')),
    ],
  ];
  it.each(unsent)('is certain that nothing was sent after %s', (_, thrown) => {
    expect(readNetworkFault(wrapped(thrown)).unsent).toBe(true);
  });

  const unknown: [string, unknown][] = [
    ['no route to the host, on an open connection', fault('EHOSTUNREACH', 'read')],
    ['no route to the network, of an unknown call', fault('ENETUNREACH')],
    ['a refusal, on an open connection', fault('ECONNREFUSED', 'read')],
    ['a refusal, of an unknown call', fault('ECONNREFUSED')],
    ['a timeout on an open connection', fault('ETIMEDOUT', 'read')],
    ['a timeout of an unknown call', fault('ETIMEDOUT')],
    ['a broken pipe', fault('EPIPE', 'write')],
    ['a fault of TLS', fault('EPROTO', 'write')],
    ['a TLS alert', fault('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED')],
    ['a code that is not known', fault('ERR_SOMETHING_NEW')],
    [
      'two addresses, one of which was connected',
      several(fault('ECONNREFUSED', 'connect'), fault('ECONNRESET', 'read')),
    ],
    [
      'two addresses, the last of which is unclear',
      several(fault('ENOTFOUND', 'getaddrinfo'), new Error('?')),
    ],
    ['several addresses without a word of them', several()],
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ECONNREFUSED'],
    ['an object', {}],
    ['an object without a class', Object.create(null)],
    ['a bare error', new Error('?')],
  ];
  it.each(unknown)('takes the outcome for unknown after %s', (_, thrown) => {
    expect(readNetworkFault(thrown).unsent).toBe(false);
    if (thrown instanceof Error) expect(readNetworkFault(wrapped(thrown)).unsent).toBe(false);
  });

  it('tells the innermost code and reason', () => {
    expect(readNetworkFault(wrapped(fault('ECONNREFUSED', 'connect')))).toEqual({
      unsent: true,
      code: 'ECONNREFUSED',
      reason: 'connect ECONNREFUSED',
    });
  });

  it('tells those of an error further out where the innermost has none', () => {
    const cause = { code: 5, message: '' };
    const thrown = Object.assign(new Error('outer'), { code: 'ECONNRESET', cause });
    expect(readNetworkFault(thrown)).toEqual({
      unsent: false,
      code: 'ECONNRESET',
      reason: 'outer',
    });
  });

  it('comes to an end where errors name each other', () => {
    const one: Error & { errors?: unknown[] } = new Error('one');
    one.cause = one;
    expect(readNetworkFault(one).unsent).toBe(false);
    one.errors = [one];
    expect(readNetworkFault(one).unsent).toBe(false);
  });
});
