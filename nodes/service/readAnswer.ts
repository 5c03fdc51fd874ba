import { taskField } from '../generated/contract';
import { findIds, idOf, readRecord } from '../tasks/readRecord';
import { readError, wordsOf } from '../tasks/whatWasSaid';
import { redact, type Hide } from '../text/redact';

/** A task as the service sent it, unknown fields included. */
export type TaskRecord = Record<string, unknown>;

/** What an answer says that is no task. */
export interface Said {
  httpStatus: number;
  /** In words that may be shown. */
  detail: string;
  /** Whether those are a sentence for people, which says best what is wrong. */
  isSentence?: boolean;
  /** Codes, types, IDs and figures beside that sentence; absent where the answer is no JSON. */
  codes?: string;
  retryAfterMs?: number;
  /** What may be the ID of a task. */
  ids?: string[];
}

/**
 * What one request to the service came to. Nothing here is thrown; the caller decides.
 *
 * - `task`: 2xx and a JSON object; without an ID at its top, what else may be one
 * - `unreadable`: 2xx, but not a JSON object, too long, or broken off
 * - `busy`: 429, not taken; held back when the request was not even sent, because the service had
 *   asked others to wait for longer than it may
 * - `unauthorized` (401, 403), `notFound` (404, 410), `refused` (any other 4xx): not taken
 * - `redirected`: 3xx, never followed, because the key must not travel to another address
 * - `faulty`: 5xx, and 408: the service may have begun with what it did not hear to the end
 * - `unsent`: it is certain that the service did not take the request
 * - `unanswered`: whether the service took the request is unknown
 * - `cancelled`: the user stopped the execution
 */
export type ServiceAnswer =
  | { kind: 'task'; httpStatus: number; task: TaskRecord; ids?: string[] }
  | (Said & { kind: 'unreadable' | 'unauthorized' | 'notFound' | 'refused' | 'faulty' })
  | (Said & { kind: 'busy'; isHeldBack?: boolean })
  | (Said & { kind: 'redirected'; location: string })
  | { kind: 'unsent' | 'unanswered'; code: string; detail: string }
  | { kind: 'cancelled' };

/** No quota is known that lasts longer: whoever says so says nothing that can be used. */
const longestMeantMs = 24 * 60 * 60_000;

/** An answer's body, as far as it came. */
export interface ReadBody {
  text: string;
  /** Why it is not whole. */
  broken?: string;
}

/** By name, in lower case. */
type Headers = Record<string, unknown>;

/**
 * The ID of an object that cannot be parsed: one that is whole, and before which nothing nested
 * stands. A number that ends with the text may have lost digits.
 */
const idAtBeginning = new RegExp(
  String.raw`^\s*\{[^{}[\]]*?("${taskField.id}"\s*:\s*(?:"(?:[^"\\]|\\.)*"|\d+(?=[\s,}])))`,
);

/**
 * Reads what an HTTP answer means. Statuses are read by class, because the service documents none
 * (contract section 7).
 *
 * @param hide - takes the account's key out of all that the service says
 * @param nowMs - the current time in ms since the epoch, where the answer does not tell its own
 */
export function readAnswer(
  { httpStatus, headers, body }: { httpStatus: number; headers: Headers; body: ReadBody },
  hide: Hide,
  nowMs: number,
): ServiceAnswer {
  const text = hide(body.text);
  const record = body.broken === undefined ? readRecord(text) : undefined;
  // Of one that broke off, or is too long, the task's ID is enough.
  const id = idOf(record ?? readRecord(`{${idAtBeginning.exec(text)?.[1] ?? ''}}`));
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  if (isSuccess && id !== undefined)
    return { kind: 'task', httpStatus, task: { ...record, [taskField.id]: id } };

  const ids = findIds(text, isSuccess).map((found) => redact(hide(found)));
  const named = ids.length === 0 ? {} : { ids };
  if (isSuccess && record !== undefined)
    return { kind: 'task', httpStatus, task: record, ...named };

  const { detail, ...told } = readWords(record, text, hide(String(headers['x-request-id'] ?? '')));
  if (isSuccess) {
    const said = `the answer isn’t a JSON object: ${detail || '(empty)'}`;
    return { kind: 'unreadable', httpStatus, detail: body.broken ?? said, ...named };
  }
  if (httpStatus >= 300 && httpStatus < 400) {
    const location = redact(hide(String(headers.location ?? '')));
    return { kind: 'redirected', httpStatus, location, detail, ...named };
  }
  // Only proxies ask this (RFC 9110, 15.5.8), and they pass nothing on before it is answered.
  const login = 'the proxy on the way to the service asks for a login (HTTP 407)';
  if (httpStatus === 407) return { kind: 'unsent', code: 'PROXY_LOGIN', detail: login };
  const retryAfterMs = readRetryAfterMs(headers, nowMs);
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const said = { httpStatus, detail, ...told };
  if (httpStatus === 429) return { kind: 'busy', ...said, ...wait };
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'unauthorized', ...said };
  if (httpStatus === 404 || httpStatus === 410) return { kind: 'notFound', ...said };
  const isRefused = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408;
  return { kind: isRefused ? 'refused' : 'faulty', ...said, ...wait, ...named };
}

/** What an answer that is no task says, in words that may be shown. */
function readWords(record: Record<string, unknown> | undefined, text: string, requestId: string) {
  if (record === undefined) {
    const isSentence = /^[^\n<]{1,200}$/.test(text.trim()) && /\S\s+\S/.test(text);
    return { detail: withoutTags(text), ...(isSentence && { isSentence }) };
  }
  const { sentence, codes } = readError(record);
  const isNews = requestId !== '' && !codes.includes(requestId);
  return {
    detail: withoutTags(sentence || wordsOf(record)),
    ...(sentence !== '' && { isSentence: true }),
    codes: redact([codes, isNews && `request: ${requestId}`].filter(Boolean).join('; ')),
  };
}

/** What a page says, without its scripts and tags. */
const withoutTags = (text: string) =>
  redact(
    text.replace(/<(script|style)\b.*?(<\/\1\s*>|$)/gis, ' ').replace(/<[a-z/!][^<>]*>/gi, ' '),
  );

/**
 * Reads how long the service asks to wait: whole seconds, or an HTTP date by its own clock (RFC 9110,
 * 10.2.3). The gate bounds the pause that is made of it.
 *
 * @returns undefined when the header says nothing usable
 */
function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const said = String(headers['retry-after'] ?? '').trim();
  const serviceNowMs = Date.parse(String(headers.date)) || nowMs;
  let waitMs = NaN;
  if (/^\d+$/.test(said)) waitMs = Number(said) * 1_000;
  else if (/^[a-z]/i.test(said)) waitMs = Date.parse(said) - serviceNowMs;
  return waitMs <= longestMeantMs ? Math.max(0, waitMs) : undefined;
}
