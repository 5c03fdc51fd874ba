import { taskField } from '../generated/contract';
import { findIds } from '../tasks/findIds';
import { parseJson, parseRecord } from '../tasks/parseJson';
import { wordsOf } from '../tasks/whatWasSaid';
import type { Hide } from '../text/hideSecret';
import { redact } from '../text/redact';
import type { ReadBody } from './readBody';
import { parseRetryAfterMs } from './retryAfter';
import type { ServiceAnswer } from './ServiceAnswer';

export interface RawAnswer {
  httpStatus: number;
  /** Names in lower case. */
  headers: Record<string, unknown>;
  body: ReadBody;
}

/**
 * A task has some dozen values. A text of very many would hold up n8n's only thread; a few long ones,
 * such as a picture that comes back, do not.
 */
const mostValues = 10_000;
const hasTooManyValues = (text: string) =>
  text.length > mostValues && (text.match(/[,[{]/g)?.length ?? 0) > mostValues;

const brokenReasons = {
  tooLarge: 'the answer is larger than an answer of this service can be',
  timeout: 'the answer didn’t arrive whole in time',
  reset: 'the connection broke before the answer was whole',
};

/**
 * Reads what an HTTP answer means. Statuses are read by class, because the service documents none
 * (contract section 7).
 *
 * @param hide - takes the account's key out of all that the service says
 * @param nowMs - the current time in ms since the epoch, where the answer does not tell its own
 */
export function readAnswer(raw: RawAnswer, hide: Hide, nowMs: number): ServiceAnswer {
  const { httpStatus, headers, body } = raw;
  const text = hide(body.text);
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  const broken = hasTooManyValues(text) ? 'tooLarge' : body.broken;
  const record = broken === undefined ? parseRecord(text) : undefined;
  const id = idOf(record?.[taskField.id] ?? parseJson(idAtBeginning.exec(text)?.[1] ?? ''));
  if (isSuccess && record !== undefined && id !== undefined)
    return { kind: 'task', httpStatus, task: { ...record, [taskField.id]: id } };

  const ids = findIds(text, headers).map((found) => redact(hide(found)));
  const named = ids.length === 0 ? {} : { ids };
  if (isSuccess && record !== undefined)
    return { kind: 'task', httpStatus, task: record, ...named };

  const words = record ? wordsOf(record) : text.replace(/<[^<>]*>/g, ' ');
  const detail = redact(words);
  if (isSuccess)
    return {
      kind: 'unreadable',
      httpStatus,
      detail: broken
        ? brokenReasons[broken]
        : `the answer isn’t a JSON object: ${detail || '(empty)'}`,
      ...(id === undefined ? named : { taskId: id }),
    };
  if (httpStatus >= 300 && httpStatus < 400) {
    const location = redact(hide(String(headers.location ?? '')));
    return { kind: 'redirected', httpStatus, location, detail, ...named };
  }
  // Only proxies ask this (RFC 9110, 15.5.8), and they pass nothing on before it is answered.
  if (httpStatus === 407)
    return {
      kind: 'unsent',
      code: 'PROXY_LOGIN',
      detail: 'the proxy on the way to the service asks for a login (HTTP 407)',
    };
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'], headers.date, nowMs);
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (httpStatus === 429) return { kind: 'busy', httpStatus, detail, ...wait };
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'unauthorized', httpStatus, detail };
  if (httpStatus === 404 || httpStatus === 410) return { kind: 'notFound', httpStatus, detail };
  // With 408, the service may have begun with what it did not hear to the end.
  if (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408)
    return { kind: 'refused', httpStatus, detail, ...named };
  return { kind: 'faulty', httpStatus, detail, ...wait, ...named };
}

function idOf(id: unknown): string | undefined {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}

/**
 * The ID of an object that cannot be parsed, because it is too long or broke off: one that is whole,
 * and before which nothing nested stands. A number that ends with the text may have lost digits.
 */
const idAtBeginning = new RegExp(
  String.raw`^\s*\{[^{}[\]]*?"${taskField.id}"\s*:\s*("(?:[^"\\]|\\.)*"|\d+(?=[\s,}]))`,
);
