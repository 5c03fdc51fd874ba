import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { connectService } from '../service/connectService';
import type { Credential } from '../service/readCredential';
import type { WaitWorld } from '../look/lookUntilDone';
import { askTask } from '../look/readTaskAnswer';

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

export interface N8nAnswer {
  httpStatus: number;
  text: string;
}

type Helpers = Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;

const n8nTimeoutMs = 15_000;

/**
 * Makes a requester that does not keep the execution's data in memory.
 *
 * @param credential - as it was read for the account that the requester asks for
 */
export async function lendRequester(
  context: IExecuteFunctions,
  credential: Credential,
): Promise<Requester> {
  return makeRequester(helpersWithoutData(context), context.getNode(), credential);
}

// Apart from `lendRequester`: what is made here must not share a scope with the context.
async function makeRequester(
  helpers: Helpers,
  node: ReturnType<IExecuteFunctions['getNode']>,
  credential: object,
): Promise<Requester> {
  // Without the execution's signal: n8n would abort every request of an execution that has ended.
  const lender = {
    helpers,
    getNode: () => node,
    getCredentials: async () => ({ ...credential }),
  } as unknown as IExecuteFunctions;
  const service = await connectService(lender);
  return {
    ask: (taskId, timeoutMs, signal) => askTask(service, taskId, { timeoutMs, signal }),
    ...makeCaller(helpers),
  };
}

/** Makes a caller that does not keep the execution's data in memory. */
export const lendCaller = (context: IExecuteFunctions): Caller =>
  makeCaller(helpersWithoutData(context));

function makeCaller(helpers: Helpers): Caller {
  const callN8n = async (request: Pick<IHttpRequestOptions, 'method' | 'url' | 'body'>) => {
    const response = (await helpers.httpRequest({
      ...request,
      json: true,
      timeout: n8nTimeoutMs,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
    })) as IN8nHttpFullResponse;
    return {
      httpStatus: response.statusCode,
      text: JSON.stringify(response.body === undefined ? '' : response.body),
    };
  };
  return {
    post: (url, body) => callN8n({ method: 'POST', url, body }),
    get: (url) => callN8n({ method: 'GET', url }),
  };
}

/** What n8n's contexts are made of, and their constructor takes. No type promises it. */
interface Inside {
  workflow?: unknown;
  node?: unknown;
  additionalData?: unknown;
  constructor: new (...parts: unknown[]) => Partial<IExecuteFunctions>;
}

/**
 * The request helpers of a context without run data. Those of the context itself hold on to all
 * that the execution has brought together; they are the way out where n8n looks different.
 */
function helpersWithoutData(context: IExecuteFunctions): Helpers {
  const { workflow, node, additionalData, constructor: Context } = context as unknown as Inside;
  try {
    const runData = { resultData: { runData: {} } };
    const entry = { node, data: { main: [[]] }, source: null };
    const parts = [workflow, node, additionalData, context.getMode(), runData, 0, [], entry.data];
    const { helpers } = new Context(...parts, entry, []);
    if (typeof helpers?.httpRequestWithAuthentication === 'function') return helpers;
  } catch {
    // This n8n makes its contexts in another way.
  }
  return context.helpers;
}
