import { describe, expect, it } from 'vitest';
import { readNetworkFault } from '../../../nodes/service/networkFault.ts';

const thrown = (code: string, more = {}) =>
  Object.assign(new Error('as n8n wraps it'), {
    cause: Object.assign(new Error(`${code} happened`), { code, ...more }),
  });

describe('readNetworkFault', () => {
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('is certain that nothing was sent after %s', (code) => {
    expect(readNetworkFault(thrown(code))).toEqual({
      unsent: true,
      code,
      reason: `${code} happened`,
    });
  });

  it.each(['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'ERR_SOMETHING_NEW'])(
    'takes the outcome for unknown after %s',
    (code) => {
      expect(readNetworkFault(thrown(code)).unsent).toBe(false);
    },
  );

  it('is certain after a timeout of the connection itself', () => {
    expect(readNetworkFault(thrown('ETIMEDOUT', { syscall: 'connect' })).unsent).toBe(true);
  });

  it('takes the outcome for unknown when anything else was thrown', () => {
    for (const value of [undefined, null, 'text', 7, {}, new Error('?')])
      expect(readNetworkFault(value).unsent).toBe(false);
  });
});
