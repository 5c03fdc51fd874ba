import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { WaitWorld } from '../look/lookUntilDone';
import { askTask } from '../look/readTaskAnswer';
import { connectService } from '../service/connectService';
import type { Credential } from '../service/credential';

export interface N8nAnswer {
  httpStatus: number;
  text: string;
}

/** Calls n8n itself, also when the execution that lent it has been put to sleep. */
export interface Caller {
  /** Resolves to n8n's answer; rejects when there is none. */
  post(url: string, body: object): Promise<N8nAnswer>;
  /** Does the same. */
  get(url: string): Promise<N8nAnswer>;
}

/** What can still be sent when the execution that lent it has been put to sleep. */
export interface Requester extends Caller {
  /** Asks the service for a task, with the credential as it was when the execution fell asleep. */
  ask: WaitWorld['ask'];
}

const n8nTimeoutMs = 15_000;

/**
 * Makes a requester of what a running execution has. It keeps the execution's data in memory, so that
 * of the newest execution alone is kept.
 *
 * @param credential - as it was read for the account that the requester asks for
 */
export async function lendRequester(
  context: IExecuteFunctions,
  credential: Credential,
): Promise<Requester> {
  const { helpers } = context;
  const node = context.getNode();
  // Without the execution's signal: n8n would abort every request of an execution that has ended.
  const lender = {
    helpers,
    getNode: () => node,
    getCredentials: async () => ({ ...credential }),
  } as unknown as IExecuteFunctions;
  const service = await connectService(lender);
  return {
    ask: (taskId, timeoutMs, signal) => askTask(service, taskId, { timeoutMs, signal }),
    ...lendCaller(context),
  };
}

/** Makes a caller of what a running execution has. */
export function lendCaller({ helpers }: Pick<IExecuteFunctions, 'helpers'>): Caller {
  const callN8n = async (request: Pick<IHttpRequestOptions, 'method' | 'url' | 'body'>) => {
    const response = (await helpers.httpRequest({
      ...request,
      json: true,
      timeout: n8nTimeoutMs,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
    })) as IN8nHttpFullResponse;
    const { statusCode: httpStatus, body = '' } = response;
    return { httpStatus, text: JSON.stringify(body) };
  };
  return {
    post: (url, body) => callN8n({ method: 'POST', url, body }),
    get: (url) => callN8n({ method: 'GET', url }),
  };
}
