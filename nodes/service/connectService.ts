import { signLabel } from '../links/label';
import { operations } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import { hideSecret } from '../text/redact';
import type { Answered, Gate, Patience, RequestKind } from '../pace/Gate';
import { accountKey, gates } from '../pace/gates';
import {
  credentialName,
  readAccount,
  readCredential,
  type Credential,
  type CredentialContext,
} from './credential';
import { sendRequest } from './sendRequest';
import type { ServiceAnswer } from './readAnswer';

/** Marks a request that left the queue without having been sent. */
export const notSentCode = 'cancelled';

/** Statuses with which a gateway says that the service behind it can't keep up. */
const overloaded = new Set([408, 502, 503, 504]);

/** The status of each account's last refusal, for requests that are held back because of it. */
const askedWith = new WeakMap<Gate, number>();

/** A look that would have to wait longer for the end of a pause is put off instead. */
const lookPatienceMs = 5_000;

export interface RequestOptions {
  /** Counts from the moment when the request is sent. */
  timeoutMs: number;
  /** Takes the request out of the queue, but doesn't end one that is under way. */
  signal?: AbortSignal | undefined;
  /** How long the request may wait while the service is too busy; a look's own by default. */
  patience?: Patience | undefined;
}

export interface Service {
  /** The origin, with the path before the version. */
  baseUrl: string;
  /** As typed into the credential; see `readModelFamily`. */
  modelFamily: unknown;
  /** Signs a label with the account's key. */
  signLabel(label: string): Promise<string>;
  /** Creates a task (contract 4.1). Sends exactly one request and never repeats it. */
  createVideo(request: GenerationRequest, options: RequestOptions): Promise<ServiceAnswer>;
  /** Reads a task (contract 4.2). Sends exactly one request. */
  getTask(taskId: string, options: RequestOptions): Promise<ServiceAnswer>;
}

/** What a running node or a called webhook has for its requests. */
export interface ServiceContext extends CredentialContext {
  getNode?(): unknown;
  getExecutionId?(): string;
  getExecutionCancelSignal?(): AbortSignal | undefined;
  helpers: {
    /** n8n's own, which adds the key. */
    httpRequestWithAuthentication(type: string, options: object, more: object): Promise<unknown>;
  };
}

/**
 * A context whose requests go on when the execution is stopped or ends: n8n aborts those of a context
 * with a cancel signal.
 */
export function withoutSignal(context: ServiceContext, credential: Credential): ServiceContext {
  const node = context.getNode?.();
  return {
    helpers: context.helpers,
    getNode: () => node,
    getCredentials: async <T extends object>() => ({ ...credential }) as unknown as T,
  };
}

/**
 * Opens the service with the node's credential. No other place sends requests to it.
 *
 * @throws when the node has no credential, an unusable one, or several accounts
 */
export async function connectService(context: ServiceContext): Promise<Service> {
  const credential = await readCredential(context);
  const { baseUrl, key } = readAccount(credential);
  const hide = hideSecret(key);
  const account = await accountKey(baseUrl, key);
  const flow = context.getExecutionId?.() || Symbol('no execution');
  const stop = context.getExecutionCancelSignal?.();
  const lender = withoutSignal(context, credential);

  const named = { id: '', name: credentialName, type: credentialName };
  // Without it, n8n would read the credential from its database for each request.
  const more = { credentialsDecrypted: { ...named, data: credential } };
  const sendWithKey = async (options: object) =>
    await lender.helpers.httpRequestWithAuthentication.call(lender, credentialName, options, more);

  const sendInTurn = async (
    kind: RequestKind,
    request: object,
    { timeoutMs, signal, patience = { budgetMs: lookPatienceMs } }: RequestOptions,
  ): Promise<ServiceAnswer> => {
    const signals = [stop, signal].filter((one) => one !== undefined);
    const gate = gates.of(account);
    const turn = await gate.run({ kind, flow, patience, signals }, async () => {
      // An order under way isn't stopped, or nobody would learn the ID of what it made.
      const stopping = kind === 'create' ? undefined : stop;
      const answer = await sendRequest(sendWithKey, request, timeoutMs, hide, stopping);
      const verdict = verdictOf(answer);
      if (verdict === 'refused' && 'httpStatus' in answer) askedWith.set(gate, answer.httpStatus);
      const retryAfterMs = 'retryAfterMs' in answer ? answer.retryAfterMs : undefined;
      return { answer, verdict, retryAfterMs };
    });
    if (turn.kind === 'sent') return turn.answer;
    if (turn.kind === 'cancelled')
      return { kind: 'unsent', code: notSentCode, detail: 'the execution was stopped' };
    return {
      kind: 'busy',
      httpStatus: askedWith.get(gate) ?? 429,
      detail: 'the service asked to wait longer',
      retryAfterMs: turn.forMs,
      isHeldBack: true,
    };
  };

  return {
    baseUrl,
    modelFamily: credential.modelFamily,
    signLabel: async (label) => await signLabel(key, label),
    async createVideo(body, options) {
      const { method, path } = operations.createVideo;
      return await sendInTurn('create', { method, url: baseUrl + path, body }, options);
    },
    async getTask(taskId, options) {
      const { method, path } = operations.getTask;
      const url = baseUrl + path.replace(/\{[^}]+\}/, encodeURIComponent(taskId));
      return await sendInTurn('look', { method, url }, options);
    },
  };
}

/** What an answer says about the pace: nothing if nobody waited for it. */
function verdictOf(answer: ServiceAnswer): Answered<ServiceAnswer>['verdict'] {
  const { kind } = answer;
  if (kind === 'cancelled') return undefined;
  if (kind === 'busy') return 'refused';
  if (kind === 'unsent' || kind === 'unanswered') return 'broken';
  if (kind !== 'faulty' || !overloaded.has(answer.httpStatus)) return 'taken';
  // A service that says when to come back asks for a pause.
  return answer.retryAfterMs === undefined ? 'broken' : 'refused';
}
