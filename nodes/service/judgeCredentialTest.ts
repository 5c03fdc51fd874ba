import type { INodeCredentialTestResult } from 'n8n-workflow';
import { isLoopback } from '../urls/checkUrl';
import type { NetworkFault } from './networkFault';
import { redact } from '../text/redact';

export type Evidence =
  | { httpStatus: number; contentType: string; baseUrl: string }
  | { fault: NetworkFault; baseUrl: string };

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/**
 * Reads the answer to a question for a task that does not exist. The service documents no error
 * statuses (contract section 7), so this goes by what they mean in HTTP, and by JSON or not.
 */
export function judgeCredentialTest(evidence: Evidence): INodeCredentialTestResult {
  if ('fault' in evidence) {
    const { reason, code } = evidence.fault;
    return failed(
      `No answer from ${redact(evidence.baseUrl)}. Check the Base URL and the network. Cause: ${redact(reason || code)}`,
    );
  }
  const { httpStatus, contentType } = evidence;
  if (httpStatus === 401 || httpStatus === 403)
    return failed(
      `The service refused the API key (HTTP ${httpStatus}). Copy the key again from the service's dashboard.`,
    );
  if (httpStatus >= 500)
    return failed(
      `The service is failing (HTTP ${httpStatus}), so the key could not be tested. Try again later.`,
    );
  if (httpStatus === 429)
    return failed('The service takes no more requests for now (HTTP 429). Try again later.');
  if (!/json/i.test(contentType) || (httpStatus >= 300 && httpStatus < 400))
    return failed(
      `This address answers, but not like the video service (HTTP ${httpStatus}). Check the Base URL.`,
    );
  const { protocol, hostname } = new URL(evidence.baseUrl);
  const warning =
    protocol === 'http:' && !isLoopback(hostname)
      ? ' The Base URL starts with http://, so the key travels unencrypted.'
      : '';
  return {
    status: 'OK',
    message: `The service accepted the API key. No task was created.${warning}`,
  };
}
