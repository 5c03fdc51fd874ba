import type { INodeCredentialTestResult } from 'n8n-workflow';
import { redact } from '../text/redact';
import { isLoopback } from '../links/isInside';
import type { NetworkFault } from './networkFault';

/** What the service said to a question that one of the two keys was sent with. */
export type Probe =
  { httpStatus: number; contentType: string; location: string } | { fault: NetworkFault };

export interface Evidence {
  baseUrl: string;
  /** The answer to the person's own key. */
  own: Probe;
  /** The answer to a key that nobody has; left out where the first one says enough. */
  madeUp?: Probe;
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

const refusesKey = (probe: Probe) =>
  'httpStatus' in probe && (probe.httpStatus === 401 || probe.httpStatus === 403);

/**
 * Says what is wrong when the answer to the own key alone tells it. The service documents no error
 * statuses (contract section 7), so this goes by what they mean in HTTP.
 *
 * @returns undefined when only the comparison with another key can tell more
 */
export function judgeOwnKey({ baseUrl, own }: Evidence): INodeCredentialTestResult | undefined {
  if ('fault' in own) {
    const { reason, code } = own.fault;
    return failed(
      `No answer from ${redact(baseUrl)}. Check the Base URL and the network. Cause: ${redact(reason || code)}`,
    );
  }
  const { httpStatus, location } = own;
  if (refusesKey(own))
    return failed(
      `The service refused the API key (HTTP ${httpStatus}). Copy the key again from the service’s dashboard.`,
    );
  if (httpStatus === 407)
    return failed(
      'The proxy between n8n and the service asks for a login (HTTP 407). Ask whoever runs your n8n to add it to the proxy settings.',
    );
  if (httpStatus >= 500 || httpStatus === 408)
    return failed(
      `The service is having problems right now (HTTP ${httpStatus}). Your key may be fine. Try again later.`,
    );
  if (httpStatus === 429)
    return failed(
      'The service is busy right now (HTTP 429). Your key may be fine. Try again later.',
    );
  if (httpStatus >= 300 && httpStatus < 400)
    return failed(
      `This address sends you on to ${redact(location) || 'another one'} (HTTP ${httpStatus}). If that is the service, use its address as the Base URL.`,
    );
  return undefined;
}

/**
 * Judges a key by how the service treats one that nobody has: where both get the same answer,
 * nothing is known about either.
 */
export function judgeCredentialTest(evidence: Evidence): INodeCredentialTestResult {
  const { baseUrl, own, madeUp } = evidence;
  const problem = judgeOwnKey(evidence);
  if (problem) return problem;
  const { httpStatus, contentType } = own as Extract<Probe, { httpStatus: number }>;

  const differs =
    madeUp !== undefined && 'httpStatus' in madeUp && madeUp.httpStatus !== httpStatus;
  if (differs && (refusesKey(madeUp) || madeUp.httpStatus === 400))
    return {
      status: 'OK',
      message: `The service accepted the API key. No task was created.${warningOf(baseUrl)}`,
    };
  if (!/json/i.test(contentType))
    return failed(
      `This address answers, but not like the video service (HTTP ${httpStatus}). Check the Base URL.`,
    );
  if (madeUp === undefined || !('httpStatus' in madeUp) || differs)
    return failed(
      `The service answers (HTTP ${httpStatus}), but we couldn’t check your key. Try again.`,
    );
  return failed(
    `Something answers at this address (HTTP ${httpStatus}), but it gives the same answer to a made-up key, so we couldn’t check your key. Check the Base URL. If it is right, create one video to be sure.`,
  );
}

function warningOf(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname)
    ? ' The Base URL starts with http://, so the key travels unencrypted.'
    : '';
}
