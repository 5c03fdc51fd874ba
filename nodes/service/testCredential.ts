import type {
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import { operations } from '../generated/contract';
import { bearerHeader, problemOfKey } from './apiKey';
import { joinBaseUrl } from './baseUrl';
import { judgeCredentialTest, judgeOwnKey, type Probe } from './judgeCredentialTest';
import { readNetworkFault } from './networkFault';

/** An id that no task has: reading it tells about the key and creates nothing. */
const noTaskId = 'credential-test-no-such-task';

/** A key that nobody has: whoever answers it like a real one checks no keys. */
const nobodysKey = 'credential-test-no-such-key';

const timeoutMs = 15_000;

/**
 * The credential's test button: asks for a task that does not exist, with the key and with one that
 * nobody has, and compares the refusals.
 */
export async function testVideoGenApi(
  this: ICredentialTestFunctions,
  credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  const { baseUrl, apiKey } = (credential.data ?? {}) as { baseUrl: string; apiKey: string };
  const { method, path } = operations.getTask;
  const problem = problemOfKey(apiKey);
  if (problem) return { status: 'Error', message: problem };
  let uri: string;
  try {
    uri = joinBaseUrl(baseUrl, path.replace(/\{[^}]+\}/, noTaskId));
  } catch (error) {
    return { status: 'Error', message: (error as Error).message };
  }

  // The test context offers no other helper, and applies no credential of its own.
  const { request } = this.helpers;
  const ask = async (key: string): Promise<Probe> => {
    try {
      const { statusCode, headers } = (await request({
        method,
        uri,
        headers: { ...bearerHeader(key), Accept: 'application/json' },
        resolveWithFullResponse: true,
        simple: false,
        followRedirect: false,
        timeout: timeoutMs,
      })) as { statusCode: number; headers: Record<string, unknown> };
      return {
        httpStatus: statusCode,
        contentType: String(headers['content-type'] ?? ''),
        location: String(headers.location ?? ''),
      };
    } catch (error) {
      return { fault: readNetworkFault(error) };
    }
  };

  const evidence = { baseUrl: joinBaseUrl(baseUrl, ''), own: await ask(apiKey) };
  return (
    judgeOwnKey(evidence) ?? judgeCredentialTest({ ...evidence, madeUp: await ask(nobodysKey) })
  );
}
