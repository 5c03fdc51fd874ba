import type {
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import { operations } from '../generated/contract';
import { bearerHeader } from './apiKey';
import { joinBaseUrl } from './baseUrl';
import { judgeCredentialTest } from './judgeCredentialTest';
import { readNetworkFault } from './networkFault';

/** An id that no task has: reading it tells about the key and creates nothing. */
const noTaskId = 'credential-test-no-such-task';

/** The credential's test button: asks for a task that does not exist and reads the refusal. */
export async function testVideoGenApi(
  this: ICredentialTestFunctions,
  credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  const { baseUrl, apiKey } = (credential.data ?? {}) as { baseUrl: string; apiKey: string };
  const { method, path } = operations.getTask;
  let uri: string;
  try {
    uri = joinBaseUrl(baseUrl, path.replace(/\{[^}]+\}/, noTaskId));
  } catch (error) {
    return { status: 'Error', message: (error as Error).message };
  }
  // The test context offers no other helper, and applies no credential of its own.
  const { request } = this.helpers;
  try {
    const response = (await request({
      method,
      uri,
      headers: { ...bearerHeader(apiKey), Accept: 'application/json' },
      resolveWithFullResponse: true,
      simple: false,
      followRedirect: false,
      timeout: 15_000,
    })) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
    return judgeCredentialTest({
      httpStatus: response.statusCode,
      contentType: String(response.headers['content-type'] ?? ''),
      baseUrl: uri,
    });
  } catch (error) {
    return judgeCredentialTest({ fault: readNetworkFault(error), baseUrl });
  }
}
