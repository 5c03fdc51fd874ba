import { createRequire } from 'node:module';
import { type INodeType, type IWebhookFunctions, type IWebhookResponseData } from 'n8n-workflow';
import { type Reply } from '../../engine/fakeService.ts';
import { testCredential } from '../../engine/runNode.ts';

const require = createRequire(import.meta.url);
const { VideoFinishedTrigger } =
  require('../../../dist/nodes/VideoFinishedTrigger/VideoFinishedTrigger.node.js') as {
    VideoFinishedTrigger: new () => INodeType;
  };
export const trigger = new VideoFinishedTrigger();

export { keepApart } from '../../engine/keepApart.ts';

let calls = 0;

/**
 * The part of n8n that a webhook sees: no engine runs before the workflow is started.
 *
 * @param body - as text, or what is sent as JSON; undefined for no body
 */
export function call(
  body: unknown,
  {
    staticData = {} as object,
    respond = 'onReceived' as unknown,
    mode = 'webhook',
    node = `n${++calls}`,
    workflow = 'w',
    method = 'POST',
    ip = '192.0.2.1',
    query = {} as object,
    /** What n8n made of a multipart body, which it keeps no text of. */
    form = undefined as object | undefined,
    onAnswer = () => {},
    ending = {} as { writableEnded?: boolean; statusCode?: number },
  } = {},
) {
  const sent: { httpStatus: number; message: string; retryAfter?: string; timeoutMs?: number } = {
    httpStatus: 200,
    message: '',
  };
  // What n8n makes of it, the test says.
  const response = Object.assign(ending, {
    setHeader: (_name: string, value: string): unknown => ((sent.retryAfter = value), response),
    status: (code: number): unknown => ((sent.httpStatus = code), response),
    json: ({ message }: { message: string }): unknown => ((sent.message = message), response),
    end: (): unknown => response,
  });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const rawBody = text === undefined ? undefined : Buffer.from(text);
  const context = {
    getQueryData: () => query,
    getResponseObject: () => response,
    getRequestObject: () => ({ method, ip, rawBody, body: form }),
    getMode: () => mode,
    getWorkflow: () => ({ id: workflow }),
    getNode: () => ({ id: node, name: 'Trigger' }),
    getWorkflowStaticData: (type: string) => (type === 'node' ? staticData : {}),
    getNodeParameter: (name: string) => (name === 'statuses' ? ['completed', 'failed'] : respond),
    getCredentials: async () => testCredential,
    helpers: {
      async httpRequestWithAuthentication(_: string, options: { url: string; timeout: number }) {
        sent.timeoutMs = options.timeout;
        const answer = await fetch(options.url);
        const body = [Buffer.from(await answer.text())];
        onAnswer();
        return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body };
      },
    },
  };
  const result = trigger.webhook!.call(context as unknown as IWebhookFunctions);
  return result.then((given: IWebhookResponseData) => ({
    ...sent,
    noWebhookResponse: given.noWebhookResponse,
    items: given.workflowData?.[0],
  }));
}

export const done: Reply = {
  status: 200,
  body: { status: 'completed', results: ['https://files.test/a.mp4'], credits: 3 },
};
