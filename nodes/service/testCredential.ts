import type {
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import { operations } from '../generated/contract';
import { isLoopback } from '../links/isInside';
import { redact } from '../text/redact';
import { bearerHeader, problemOfKey, readApiKey } from './apiKey';
import { joinBaseUrl } from './baseUrl';
import { readNetworkFault } from './networkFault';

/** An id that no task has: reading it tells about the key and creates nothing. */
const noTaskId = 'credential-test-no-such-task';

const timeoutMs = 15_000;

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** The credential's test button: asks for a task that does not exist. */
export async function testVideoGenApi(
  this: ICredentialTestFunctions,
  credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  const { baseUrl, apiKey } = (credential.data ?? {}) as { baseUrl: string; apiKey: string };
  const { method, path } = operations.getTask;
  const problem = problemOfKey(apiKey);
  if (problem) return failed(problem);
  const secrets = [readApiKey(apiKey)];
  let uri: string;
  try {
    uri = joinBaseUrl(baseUrl, path.replace(/\{[^}]+\}/, noTaskId));
  } catch (error) {
    return failed((error as Error).message);
  }
  // The test context offers no other helper, and applies no credential of its own.
  const { request } = this.helpers;
  try {
    const { statusCode, headers } = (await request({
      method,
      uri,
      headers: { ...bearerHeader(apiKey), Accept: 'application/json' },
      resolveWithFullResponse: true,
      simple: false,
      followRedirect: false,
      timeout: timeoutMs,
    })) as { statusCode: number; headers: Record<string, unknown> };
    const location = redact(String(headers.location ?? 'another one'), secrets);
    return judge(statusCode, String(headers['content-type'] ?? ''), location, new URL(uri));
  } catch (error) {
    const { reason, code } = readNetworkFault(error);
    return failed(
      `No answer from ${new URL(uri).origin}. Check the Base URL and the network. Cause: ${redact(reason || code, secrets)}`,
    );
  }
}

/** Statuses are read by what they mean in HTTP: the service documents none (contract section 7). */
function judge(
  httpStatus: number,
  contentType: string,
  location: string,
  { protocol, hostname }: URL,
): INodeCredentialTestResult {
  if (httpStatus === 401 || httpStatus === 403)
    return failed(
      `The service refused the API key (HTTP ${httpStatus}). Copy the key again from the service’s dashboard.`,
    );
  if (httpStatus === 407)
    return failed(
      'The proxy between n8n and the service asks for a login (HTTP 407). Ask whoever runs your n8n to add it to the proxy settings.',
    );
  if (httpStatus >= 500 || httpStatus === 408 || httpStatus === 429)
    return failed(
      `The service is busy or has problems right now (HTTP ${httpStatus}). Your key may be fine. Try again later.`,
    );
  if (httpStatus >= 300 && httpStatus < 400)
    return failed(
      `This address sends you on to ${location} (HTTP ${httpStatus}). If that is the service, use its address as the Base URL.`,
    );
  if (/html/i.test(contentType))
    return failed(
      `This address answers with a web page, not like the video service (HTTP ${httpStatus}). Check the Base URL.`,
    );
  const isOpenToRead = protocol === 'http:' && !isLoopback(hostname);
  const warning = isOpenToRead
    ? ' The Base URL starts with http://, so the key travels unencrypted.'
    : '';
  return {
    status: 'OK',
    message: `The service answered and didn’t refuse the API key. No task was created.${warning}`,
  };
}
