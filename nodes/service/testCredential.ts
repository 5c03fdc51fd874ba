import { bearerHeader, readModelFamily, type Credential } from './credential';
import { connectService, type ServiceContext } from './connectService';
import type { ServiceAnswer } from './readAnswer';

/** No task has this ID: asking for it tests the key and creates nothing. */
const noTaskId = 'credential-test-no-such-task';
const timeoutMs = 15_000;

/** The credential's test button. */
export async function testVideoGenerationApi(
  this: { helpers: { request(options: object): Promise<unknown> } },
  { data = {} }: { data?: object },
): Promise<{ status: 'OK' | 'Error'; message: string }> {
  const credential = data as Credential;
  // The test context has no other helper, and adds no credential.
  const { request } = this.helpers;
  let isPage = false;
  const context: ServiceContext = {
    getCredentials: async () => credential as never,
    helpers: {
      async httpRequestWithAuthentication(_type, options) {
        const { method, url, timeout } = options as Record<string, unknown>;
        const answer = (await request({
          ...{ method, uri: url, timeout },
          headers: { Accept: 'application/json', ...bearerHeader(credential.apiKey) },
          ...{ resolveWithFullResponse: true, simple: false, followRedirect: false },
          useStream: true,
        })) as { statusCode: number; headers: Record<string, unknown>; body?: unknown };
        isPage = /^text/i.test(String(answer.headers['content-type']));
        // Nobody reads it, and it may never end. n8n itself has read the body of an error.
        (answer.body as { destroy?(): void } | undefined)?.destroy?.();
        return { ...answer, body: [] };
      },
    },
  };
  try {
    readModelFamily(credential.modelFamily);
    const service = await connectService(context);
    const answer = await service.getTask(noTaskId, { timeoutMs });
    const problem = problemOf(answer, new URL(service.baseUrl).origin, isPage);
    if (problem !== undefined) return { status: 'Error', message: problem };
    const message = 'The service answered and didn’t refuse the API key. No task was created.';
    return { status: 'OK', message };
  } catch (error) {
    return { status: 'Error', message: (error as Error).message };
  }
}

/** What is wrong, and what to do; undefined for what a service may answer about an unknown task. */
function problemOf(answer: ServiceAnswer, origin: string, isPage: boolean): string | undefined {
  if (answer.kind === 'cancelled') return undefined;
  if ('code' in answer)
    return `No answer from ${origin}. Check the Base URL and the network. Cause: ${answer.detail || answer.code}`;
  const http = `(HTTP ${answer.httpStatus})`;
  if (answer.kind === 'unauthorized')
    return `The service refused the API key ${http}. Copy the key again from the service’s dashboard.`;
  if (answer.kind === 'busy' || answer.kind === 'faulty')
    return `The service is busy or has problems right now ${http}. Your key may be fine. Try again later.`;
  if (answer.kind === 'redirected')
    return `This address sends you on to ${answer.location || 'another one'} ${http}. If that is the service, use its address as the Base URL.`;
  if (isPage)
    return `There is no video service at ${origin}: a web page answers there, or something else that isn’t JSON ${http}. Check the Base URL.`;
  return undefined;
}
