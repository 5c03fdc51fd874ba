import { taskField } from '../generated/contract';
import { findIds } from '../tasks/findTask';
import type { ReadBody } from './readBody';
import { longestParsed, readBeginning, readRecord } from './readRecord';
import { parseRetryAfterMs } from './retryAfter';
import type { ServiceAnswer, TaskRecord } from './ServiceAnswer';

export interface RawAnswer {
  httpStatus: number;
  /** Names in lower case. */
  headers: Record<string, unknown>;
  body: ReadBody;
}

const brokenReasons = {
  tooLarge: 'the answer is larger than an answer of this service can be',
  timeout: 'the answer didn’t arrive whole in time',
  reset: 'the connection broke before the answer was whole',
};

/**
 * Reads what an HTTP answer means. Statuses are read by class, because the service documents none
 * (contract section 7).
 *
 * @param nowMs - the current time in ms since the epoch, where the answer does not tell its own
 */
export function readAnswer(raw: RawAnswer, nowMs: number): ServiceAnswer {
  const { httpStatus, headers } = raw;
  if (httpStatus >= 200 && httpStatus < 300) return readSuccess(raw);

  const detail = describeBody(raw.body.text);
  if (httpStatus >= 300 && httpStatus < 400) {
    const location = String(headers.location ?? '');
    return { kind: 'redirected', httpStatus, location, detail, ...namedIn(raw) };
  }
  // Only proxies ask this (RFC 9110, 15.5.8), and they pass nothing on before it is answered.
  if (httpStatus === 407)
    return {
      kind: 'unsent',
      code: 'PROXY_LOGIN',
      detail: 'the proxy on the way to the service asks for a login (HTTP 407)',
    };
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'], readDateMs(headers.date) ?? nowMs);
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (httpStatus === 429) return { kind: 'busy', httpStatus, detail, ...wait };
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'unauthorized', httpStatus, detail };
  if (httpStatus === 404 || httpStatus === 410) return { kind: 'notFound', httpStatus, detail };
  // With 408, the service may have begun with what it did not hear to the end.
  if (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408)
    return { kind: 'refused', httpStatus, detail, ...namedIn(raw) };
  return { kind: 'faulty', httpStatus, detail, ...wait, ...namedIn(raw) };
}

function readSuccess(raw: RawAnswer): ServiceAnswer {
  const { httpStatus, body } = raw;
  const isTooLarge = body.broken === 'tooLarge' || body.text.length > longestParsed;
  const whole = isTooLarge || body.broken ? undefined : readRecord(body.text);
  const task = whole ?? readBeginning(body.text);
  const id = idOf(task);
  const tellsEnough = whole !== undefined || (isTooLarge && taskField.status in task);
  if (tellsEnough && id === undefined) return { kind: 'task', httpStatus, task, ...namedIn(raw) };
  if (tellsEnough) return { kind: 'task', httpStatus, task: { ...task, [taskField.id]: id } };

  const broken = isTooLarge ? 'tooLarge' : body.broken;
  const detail =
    broken === undefined
      ? `the answer isn’t a JSON object: ${describeBody(body.text).trim() || '(empty)'}`
      : brokenReasons[broken];
  const known = id === undefined ? namedIn(raw) : { taskId: id };
  return { kind: 'unreadable', httpStatus, detail, ...known };
}

function idOf(task: TaskRecord): string | undefined {
  const id = task[taskField.id];
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}

/** What else may be the ID of a task in an answer that does not name it where the contract does. */
function namedIn({ headers, body }: RawAnswer): { ids?: string[] } {
  const ids = findIds(body.text, headers);
  return ids.length === 0 ? {} : { ids };
}

/** The words of an error body whose shape the service does not document (contract section 7). */
function describeBody(text: string): string {
  const body = readRecord(text);
  if (body === undefined) return text.replace(/<[^<>]*>/g, ' ');
  if (Object.keys(body).length === 0) return '';
  const told = [body.message, body.error, body.detail, body.title, body.code];
  const said = told.find((value) => typeof value === 'string' || Object(value) === value);
  if (typeof said === 'string') return said;
  const { message } = Object(said) as { message?: unknown };
  return typeof message === 'string' ? message : text;
}

function readDateMs(header: unknown): number | undefined {
  const dateMs = Date.parse(String(header));
  return Number.isNaN(dateMs) ? undefined : dateMs;
}
