import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadline } from '../../../nodes/concurrency/sleep.ts';
import { readBody, readNetworkFault } from '../../../nodes/service/sendRequest.ts';
import { longestRecord } from '../../../nodes/tasks/readRecord.ts';

const timeoutMs = 60_000;
const deadlineOf = () => new Deadline(timeoutMs, () => new Error('late'));
/** Reads a body that has a minute. */
async function read(body: AsyncIterable<Uint8Array>) {
  const deadline = deadlineOf();
  const came = await readBody(body, deadline);
  deadline.end();
  expect(vi.getTimerCount()).toBe(0);
  return came;
}
const never = () => new Promise<void>(() => {});
const reset = async () => {
  throw new Error('reset');
};

/** A body that comes in these pieces, and then goes on as told. */
async function* pieces(all: Iterable<string | Uint8Array>, end = async () => {}) {
  for (const piece of all) yield Buffer.from(piece);
  await end();
}

describe('readBody', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('puts a text together whose letters are cut in half, byte by byte', async () => {
    const text = 'é🎬'.repeat(1_000);
    const bytes = Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte));
    expect(await read(pieces(bytes))).toEqual({ text });
  });

  it('reads no more of a longer one than it may', async () => {
    const part = longestRecord * 0.7;
    const body = pieces(['x'.repeat(part), 'y'.repeat(part), 'z']);
    expect(await read(body)).toEqual({
      text: 'x'.repeat(part) + 'y'.repeat(longestRecord - part),
      broken: 'the answer is larger than an answer of this service can be',
    });
    expect(await body.next()).toEqual({ done: true, value: undefined });
    const whole = await read(pieces(['x'.repeat(longestRecord)]));
    expect(whole).not.toHaveProperty('broken');
  });

  it.each([
    ['breaks', reset, 'the connection broke before the answer was whole'],
    ['takes too long', never, 'the answer didn’t arrive whole in time'],
  ])('keeps what came of one that %s', async (_, end, broken) => {
    const reading = readBody(pieces(['{"id":1'], end), deadlineOf());
    await vi.advanceTimersByTimeAsync(timeoutMs);
    expect(await reading).toEqual({ text: '{"id":1', broken });
  });
});

// Faults of real connections are in sockets/; these cannot be made to happen on one machine.

/** Named as its code and the call that met it, such as "EPIPE/write". */
const fault = (name: string) => {
  const [code = '', syscall] = name.split('/');
  const message = `${syscall ?? ''} ${code}`.trim();
  return Object.assign(new Error(message), { code, ...(syscall && { syscall }) });
};

/** As n8n hands it on: its own error, the HTTP client's, and the one from the system. */
const wrapped = (cause: Error & { code?: unknown }) =>
  Object.assign(new Error('The service refused the connection'), {
    cause: Object.assign(new Error(cause.message), { cause, code: cause.code }),
  });

const several = (...names: string[]) => {
  const errors = names.map(fault);
  return Object.assign(new AggregateError(errors), { code: errors[0]?.code });
};

class SsrfBlockedIpError extends Error {}

const before =
  'EHOSTUNREACH/connect ENETUNREACH/connect ETIMEDOUT/connect EADDRNOTAVAIL/connect EMFILE/connect EPERM/connect EAI_AGAIN/getaddrinfo ECONNREFUSED/queryA ENOTFOUND EAI_FAIL CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_INVALID_URL ERR_INVALID_CHAR';
const perhapsAfter =
  'EHOSTUNREACH/read ENETUNREACH ECONNREFUSED/read ECONNREFUSED ETIMEDOUT/read ETIMEDOUT EPIPE/write EPROTO/write ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED ERR_SSL_CERT_CB_ERROR ERR_TLS_HANDSHAKE_TIMEOUT ERR_SOMETHING_NEW';
const toFaults = (names: string) =>
  names.split(' ').map((name): [string, unknown] => [name, fault(name)]);

describe('readNetworkFault', () => {
  it.each<[string, unknown]>([
    ...toFaults(before),
    ['n8n’s own block of private addresses', new SsrfBlockedIpError('restricted')],
    ['every address refused', several('ECONNREFUSED/connect', 'ENETUNREACH/connect')],
  ])('is certain that nothing was sent after %s', (_, thrown) => {
    expect(readNetworkFault(wrapped(thrown as Error)).unsent).toBe(true);
  });

  it.each<[string, unknown]>([
    ...toFaults(perhapsAfter),
    ['two addresses, of which one was there', several('ECONNREFUSED/connect', 'ECONNRESET/read')],
    ['two addresses, of which one is unclear', several('ENOTFOUND/getaddrinfo', '')],
    ['several addresses without a word of them', several()],
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ECONNREFUSED'],
    ['an object', {}],
    ['an object without a class', Object.create(null)],
    ['a bare error', new Error('?')],
  ])('takes the outcome for unknown after %s', (_, thrown) => {
    expect(readNetworkFault(thrown).unsent).toBe(false);
    if (thrown instanceof Error) expect(readNetworkFault(wrapped(thrown)).unsent).toBe(false);
  });

  it('tells the innermost code and reason, or those further out where it has none', () => {
    const refused = { unsent: true, code: 'ECONNREFUSED', reason: 'connect ECONNREFUSED' };
    expect(readNetworkFault(wrapped(fault('ECONNREFUSED/connect')))).toEqual(refused);
    const cause = { code: 5, message: '' };
    const outer = Object.assign(new Error('outer'), { code: 'ECONNRESET', cause });
    const reset = { unsent: false, code: 'ECONNRESET', reason: 'outer' };
    expect(readNetworkFault(outer)).toEqual(reset);
  });

  it('comes to an end where errors name each other', () => {
    const one: Error & { errors?: unknown[] } = new Error('one');
    one.cause = one;
    expect(readNetworkFault(one).unsent).toBe(false);
    one.errors = [one];
    expect(readNetworkFault(one).unsent).toBe(false);
  });
});
