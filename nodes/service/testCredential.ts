import { operations } from '../generated/contract';
import { isLoopback } from '../links/isInside';
import { hideSecret } from '../text/hideSecret';
import { redact } from '../text/redact';
import { bearerHeader, problemOfKey, readApiKey } from './apiKey';
import { readBaseUrl } from './baseUrl';
import { readNetworkFault } from './networkFault';

/** An id that no task has: reading it tells about the key and creates nothing. */
const noTaskId = 'credential-test-no-such-task';

const timeoutMs = 15_000;

interface TestResult {
  status: 'OK' | 'Error';
  message: string;
}

const failed = (message: string): TestResult => ({ status: 'Error', message });

/** The credential's test button: asks for a task that does not exist. */
export async function testVideoGenApi(
  this: { helpers: { request(options: object): Promise<unknown> } },
  credential: { data?: Record<string, unknown> },
): Promise<TestResult> {
  const { baseUrl: typed, apiKey } = credential.data ?? {};
  const { baseUrl, problem } = readBaseUrl(typed);
  const wrong = problemOfKey(apiKey) ?? problem;
  if (wrong !== undefined) return failed(wrong);
  const show = (text: string) => redact(hideSecret(readApiKey(apiKey))(text));
  const { method, path } = operations.getTask;
  // The test context offers no other helper, and applies no credential of its own.
  const { request } = this.helpers;
  try {
    const { statusCode, headers } = (await request({
      method,
      uri: baseUrl + path.replace(/\{[^}]+\}/, noTaskId),
      headers: { ...bearerHeader(apiKey), Accept: 'application/json' },
      resolveWithFullResponse: true,
      simple: false,
      followRedirect: false,
      timeout: timeoutMs,
    })) as { statusCode: number; headers: Record<string, string | undefined> };
    const { location = 'another one', 'content-type': contentType = '' } = headers;
    const refusal = explain(statusCode, contentType, show(location));
    if (refusal !== undefined) return failed(refusal);
  } catch (error) {
    const { reason, code } = readNetworkFault(error);
    return failed(
      `No answer from ${new URL(baseUrl).origin}. Check the Base URL and the network. Cause: ${show(reason || code)}`,
    );
  }
  const { protocol, hostname } = new URL(baseUrl);
  const isOpenToRead = protocol === 'http:' && !isLoopback(hostname);
  const warning = 'The Base URL starts with http://, so the key travels unencrypted.';
  const message = 'The service answered and didn’t refuse the API key. No task was created.';
  return { status: 'OK', message: isOpenToRead ? `${message} ${warning}` : message };
}

/**
 * What went wrong, and what to do; undefined for an answer that a task that does not exist may have.
 * Statuses are read by what they mean in HTTP: the service documents none (contract section 7).
 */
function explain(httpStatus: number, contentType: string, location: string): string | undefined {
  if (httpStatus === 401 || httpStatus === 403)
    return `The service refused the API key (HTTP ${httpStatus}). Copy the key again from the service’s dashboard.`;
  if (httpStatus === 407)
    return 'The proxy between n8n and the service asks for a login (HTTP 407). Ask whoever runs your n8n to add it to the proxy settings.';
  if (httpStatus >= 500 || httpStatus === 408 || httpStatus === 429)
    return `The service is busy or has problems right now (HTTP ${httpStatus}). Your key may be fine. Try again later.`;
  if (httpStatus >= 300 && httpStatus < 400)
    return `This address sends you on to ${location} (HTTP ${httpStatus}). If that is the service, use its address as the Base URL.`;
  if (/html/i.test(contentType))
    return `This address answers with a web page, not like the video service (HTTP ${httpStatus}). Check the Base URL.`;
  return undefined;
}
