import { taskField } from '../generated/contract';
import { findIds, idOf, readRecord } from '../tasks/readRecord';
import type { Fields } from '../tasks/taskJson';
import { readError, wordsOf } from '../tasks/whatWasSaid';
import { redact, type Hide } from '../text/redact';

/** What an answer without a task says. */
export interface Said {
  httpStatus: number;
  /** The service's words, without secrets. */
  detail: string;
  /** Whether `detail` is a sentence for people, which says best what is wrong. */
  isSentence?: boolean;
  /** Codes, IDs and figures beside that sentence; absent where the answer isn't JSON. */
  codes?: string;
  retryAfterMs?: number;
  /** What may be a task's ID. */
  ids?: string[];
}

/**
 * What one request to the service came to. Nothing here is thrown; the caller decides.
 *
 * - `task`: 2xx and a JSON object; if it has no ID at its top, with what else may be one
 * - `unreadable`: 2xx, but not a JSON object, too long, or cut off
 * - `busy`: 429, not taken; held back if it wasn't even sent, because the service had asked for a pause
 *   longer than this request may wait
 * - `unauthorized` (401, 403), `notFound` (404, 410), `refused` (any other 4xx): not taken
 * - `redirected`: 3xx, never followed, because the key must not travel to another address
 * - `faulty`: 5xx and 408; the service may have taken the request
 * - `unsent`: certainly not taken
 * - `unanswered`: nobody knows whether it was taken
 * - `cancelled`: the user stopped the execution
 */
export type ServiceAnswer =
  | { kind: 'task'; httpStatus: number; task: Fields; ids?: string[] }
  | (Said & { kind: 'unreadable' | 'unauthorized' | 'notFound' | 'refused' | 'faulty' })
  | (Said & { kind: 'busy'; isHeldBack?: boolean })
  | (Said & { kind: 'redirected'; location: string })
  | { kind: 'unsent' | 'unanswered'; code: string; detail: string }
  | { kind: 'cancelled' };

/** No quota is known to last longer, so a longer `Retry-After` can't be meant. */
const longestMeantMs = 24 * 60 * 60_000;

/** An answer's body, as far as it arrived. */
export interface ReadBody {
  text: string;
  /** Why it isn't whole. */
  broken?: string;
}

/** A whole ID in an object that can't be parsed, with nothing nested before it; as in `findIds`. */
const idAtBeginning = new RegExp(
  String.raw`^\s*\{[^{}[\]]*?("${taskField.id}"\s*:\s*(?:"(?:[^"\\]|\\.)*"|\d+(?=[\s,}])))`,
);

/**
 * Reads an HTTP answer, its status by class: the service documents none (contract section 7).
 *
 * @param headers - by name, in lower case
 * @param hide - takes the account's key out of what the service says
 * @param nowMs - in ms since the epoch, in case the answer has no `Date`
 */
export function readAnswer(
  { httpStatus, headers, body }: { httpStatus: number; headers: Fields; body: ReadBody },
  hide: Hide,
  nowMs: number,
): ServiceAnswer {
  const text = hide(body.text);
  const record = body.broken === undefined ? readRecord(text) : undefined;
  // Of a body that is cut off or too long, the task's ID is enough.
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
  // Only proxies answer this (RFC 9110, 15.5.8), and they pass nothing on before the login.
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

function readWords(record: Fields | undefined, text: string, requestId: string) {
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

const withoutTags = (text: string) =>
  redact(
    text.replace(/<(script|style)\b.*?(<\/\1\s*>|$)/gis, ' ').replace(/<[a-z/!][^<>]*>/gi, ' '),
  );

/** Reads `Retry-After`: seconds, or a date by the service's own clock (RFC 9110, 10.2.3). */
function readRetryAfterMs(headers: Fields, nowMs: number): number | undefined {
  const said = String(headers['retry-after'] ?? '').trim();
  const serviceNowMs = Date.parse(String(headers.date)) || nowMs;
  let waitMs = NaN;
  if (/^\d+$/.test(said)) waitMs = Number(said) * 1_000;
  else if (/^[a-z]/i.test(said)) waitMs = Date.parse(said) - serviceNowMs;
  return waitMs <= longestMeantMs ? Math.max(0, waitMs) : undefined;
}
