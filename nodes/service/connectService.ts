import {
  UserError,
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestMethods,
  type IHttpRequestOptions,
  type IN8nHttpFullResponse,
  type IWebhookFunctions,
} from 'n8n-workflow';
import { labelSigner, type LabelSigner } from '../links/label';
import { operations } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import { accountKey } from '../pace/accountKey';
import type { Patience } from '../pace/Gate';
import type { Urgency } from '../pace/urgency';
import { problemOfKey, readApiKey } from './apiKey';
import { joinBaseUrl } from './baseUrl';
import { credentialName } from './credentialName';
import { readCredential, type Credential } from './readCredential';
import { readNetworkFault } from './networkFault';
import { readAnswer } from './readAnswer';
import { readBody } from './readBody';
import { withoutSecrets } from '../tasks/withoutSecrets';
import { hideInRecord } from '../text/hideSecrets';
import { redact } from '../text/redact';
import { sendPaced } from './sendPaced';
import { tellPause } from './tellPause';
import type { ServiceAnswer } from './ServiceAnswer';

/** A look that would wait for longer than this behind a pause of the service is put off instead. */
const lookPatienceMs = 5_000;

/** A task record is a few hundred bytes; this leaves room and keeps a runaway answer out of memory. */
const maxAnswerBytes = 2_000_000;
/** Of an answer without a task, only words count. */
const maxRefusalBytes = 60_000;

/** When a request goes, and how long it takes. */
export interface RequestOptions {
  /** Time for the answer, from the moment when the request is sent. */
  timeoutMs: number;
  urgency: Urgency;
  /** Takes the request out of the queue; n8n itself ends one that is under way. */
  signal?: AbortSignal | undefined;
  /** How long the request may wait while the service is too busy; a look has its own measure. */
  patience?: Patience | undefined;
}

export interface Service {
  /** The origin and path prefix from the credential. */
  baseUrl: string;
  /** Values that must never be shown. */
  secrets: readonly string[];
  /** Signs order labels with the account's key. */
  labels: LabelSigner;
  /** Creates a task (contract 4.1). Sends exactly one request and never repeats it. */
  createVideo(
    request: GenerationRequest,
    options: Omit<RequestOptions, 'urgency'>,
  ): Promise<ServiceAnswer>;
  /** Reads a task (contract 4.2). Sends exactly one request. */
  getTask(taskId: string, options: RequestOptions): Promise<ServiceAnswer>;
}

/** The answer as it may leave this room: nobody behind it has to think of what the service repeats. */
function hideIn(answer: ServiceAnswer, secrets: readonly string[]): ServiceAnswer {
  const ids = 'ids' in answer && { ids: answer.ids.map((id) => redact(id, secrets)) };
  if (answer.kind === 'task')
    return { ...answer, ...ids, task: withoutSecrets(answer.task, secrets) };
  if (!('detail' in answer)) return { ...answer, ...ids };
  const shown = { ...answer, detail: redact(answer.detail, secrets), ...ids };
  if (shown.kind === 'redirected') shown.location = redact(shown.location, secrets);
  if (shown.kind === 'unreadable' && shown.taskId !== undefined)
    shown.taskId = hideInRecord(shown.taskId, secrets);
  return shown;
}

/**
 * Opens the service with the node's credential. The only place that sends requests to it.
 *
 * @param context - the running node, or the webhook that was called
 * @param itemIndex - the item whose credential expressions count
 * @throws when the node has no credential, or one whose key or base URL cannot be used
 */
export async function connectService(
  context: IExecuteFunctions | IWebhookFunctions,
  itemIndex = 0,
): Promise<Service> {
  const readAgain = async () => await context.getCredentials<Credential>(credentialName, itemIndex);
  const { baseUrl, apiKey } = await readCredential(context, itemIndex);
  const problem = problemOfKey(apiKey);
  if (problem)
    throw new UserError(problem, {
      description: 'Nothing was sent. Open the VideoGen API credential and correct it.',
    });
  const secrets = [readApiKey(apiKey)];
  let key = apiKey;
  let wasRefused = false;
  const cancelled = () =>
    'getExecutionCancelSignal' in context && context.getExecutionCancelSignal()?.aborted === true;

  const flow = flowOf(context);
  const tell = tellPause(context);
  const stop = 'getExecutionCancelSignal' in context && context.getExecutionCancelSignal?.();
  let account: Promise<string> | undefined;

  const send = async (
    method: IHttpRequestMethods,
    path: string,
    { timeoutMs, urgency, signal, patience }: RequestOptions,
    body?: IDataObject,
  ): Promise<ServiceAnswer> => {
    account ??= accountKey(joinBaseUrl(baseUrl, ''), readApiKey(apiKey));
    const ride = {
      ...{ urgency, flow, patience: patience ?? { budgetMs: lookPatienceMs } },
      signals: [stop, signal].filter((one) => one !== undefined && one !== false),
      onPause: (forMs: number) => tell(urgency, forMs),
    };
    const answer = await sendPaced(await account, ride, () =>
      sendOnce(method, path, timeoutMs, body),
    );
    return hideIn(answer, secrets);
  };

  const sendOnce = async (
    method: IHttpRequestMethods,
    path: string,
    timeoutMs: number,
    body?: IDataObject,
  ): Promise<ServiceAnswer> => {
    const options: IHttpRequestOptions = {
      method,
      url: joinBaseUrl(baseUrl, path),
      headers: { Accept: 'application/json' },
      timeout: timeoutMs,
      encoding: 'stream',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      // A followed redirect could carry the key, or a paid request, to another address.
      disableFollowRedirect: true,
      ...(body ? { body } : {}),
    };
    if (wasRefused) {
      // It may have been replaced since it was read. Where it cannot be read any more, or belongs to
      // another address by now, the old one is refused again, which says what is wrong.
      key = await readAgain().then(
        (credential) => (isFor(credential, baseUrl) ? credential.apiKey : key),
        () => key,
      );
      const secret = readApiKey(key);
      if (!secrets.includes(secret)) secrets.push(secret);
    }
    try {
      const credentialsDecrypted = {
        id: '',
        name: credentialName,
        type: credentialName,
        // A copy: n8n may add to it what it finds out while it sends the request.
        data: { baseUrl, apiKey: key },
      };
      const response = (await context.helpers.httpRequestWithAuthentication.call(
        context,
        credentialName,
        options,
        // Left to itself, n8n takes the credential as it reads for the first item.
        { credentialsDecrypted },
      )) as IN8nHttpFullResponse;
      const { statusCode: httpStatus, headers } = response;
      wasRefused = httpStatus === 401 || httpStatus === 403;
      const maxBytes = httpStatus >= 200 && httpStatus < 300 ? maxAnswerBytes : maxRefusalBytes;
      const body = await readBody(response.body, { maxBytes, timeoutMs });
      return readAnswer({ httpStatus, headers, body }, Date.now());
    } catch (error) {
      const { unsent, code, reason } = readNetworkFault(error);
      if (!unsent && cancelled()) return { kind: 'cancelled' };
      return { kind: unsent ? 'unsent' : 'unanswered', code, detail: reason };
    }
  };

  return {
    baseUrl: joinBaseUrl(baseUrl, ''),
    secrets,
    labels: labelSigner(readApiKey(apiKey)),
    async createVideo(request, options) {
      const { method, path } = operations.createVideo;
      const body = request as unknown as IDataObject;
      return await send(method, path, { ...options, urgency: 'create' }, body);
    },
    async getTask(taskId, options) {
      const { method, path } = operations.getTask;
      return await send(method, path.replace(/\{[^}]+\}/, encodeURIComponent(taskId)), options);
    },
  };
}

/** A key goes to the address that it was stored with, and to no other. */
function isFor(credential: Credential, baseUrl: string): boolean {
  try {
    return joinBaseUrl(credential.baseUrl, '') === joinBaseUrl(baseUrl, '');
  } catch {
    return false;
  }
}

/** Requests of one execution wait behind each other; those of others beside them. */
function flowOf(context: IExecuteFunctions | IWebhookFunctions): string | symbol {
  const id = 'getExecutionId' in context ? context.getExecutionId() : undefined;
  return id === undefined || id === '' ? Symbol('no execution') : id;
}
