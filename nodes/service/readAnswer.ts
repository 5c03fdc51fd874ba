import { taskField } from '../generated/contract';
import { findIds } from '../tasks/findTask';
import type { ReadBody } from './readBody';
import { readRecord } from './readRecord';
import { parseRetryAfterMs } from './retryAfter';
import { salvageField } from './salvageField';
import type { ServiceAnswer, TaskRecord } from './ServiceAnswer';

export interface RawAnswer {
  httpStatus: number;
  headers: Record<string, unknown>;
  body: ReadBody;
}

const brokenReasons = {
  tooLarge: 'the answer is larger than an answer of this service can be',
  timeout: 'the answer didn’t arrive whole in time',
  reset: 'the connection broke before the answer was whole',
};

/** More of a page than anyone is shown; it bounds the time that reading it takes. */
const longestPage = 20_000;

/** JSON.parse alters an id that is a large number; the text of the answer still has it. */
function withExactId(task: TaskRecord, text: string): TaskRecord {
  const id = task[taskField.id];
  if (typeof id !== 'number') return task;
  return { ...task, [taskField.id]: salvageField(text, taskField.id) ?? String(id) };
}

/**
 * The words of an error body whose shape the service does not document (contract section 7).
 * All of them: a text is shortened only when it has no key in it any more.
 */
function describeBody({ text, broken }: ReadBody): string {
  const body = readRecord(text, broken !== undefined);
  if (!body) return text.slice(0, longestPage).replace(/<[^<>]*>/g, ' ');
  if (Object.keys(body).length === 0) return '';
  const said = [body.message, body.error, body.detail, body.title, body.code].find(
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  );
  if (typeof said === 'string') return said;
  const nested = (said as { message?: unknown } | undefined)?.message;
  return typeof nested === 'string' ? nested : JSON.stringify(said ?? body);
}

/**
 * Reads what an HTTP answer means. Statuses are read by class, because the service documents none
 * (contract section 7).
 *
 * @param raw - status, headers (lower-case names) and body
 * @param nowMs - the current time in ms since the epoch
 */
export function readAnswer(raw: RawAnswer, nowMs: number): ServiceAnswer {
  const { httpStatus, headers, body } = raw;
  const retryAfterMs = parseRetryAfterMs(headers['retry-after'], nowMs);
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const named = () => {
    const ids = findIds(body.text, headers);
    return ids.length === 0 ? {} : { ids };
  };

  if (httpStatus >= 200 && httpStatus < 300) {
    const task = body.broken ? undefined : readRecord(body.text);
    if (task) {
      const id = task[taskField.id];
      const isNamed = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
      const read = withExactId(task, body.text);
      return { kind: 'task', httpStatus, task: read, ...(isNamed ? {} : named()) };
    }
    const taskId = salvageField(body.text, taskField.id);
    const reason = body.broken
      ? brokenReasons[body.broken]
      : `the answer isn’t a JSON object: ${describeBody(body).trim() || '(empty)'}`;
    const known = taskId ? { taskId } : named();
    return { kind: 'unreadable', httpStatus, detail: reason, ...known };
  }

  const detail = describeBody(body);
  if (httpStatus >= 300 && httpStatus < 400)
    return {
      ...{ kind: 'redirected', httpStatus, location: String(headers.location ?? ''), detail },
      ...named(),
    };
  // Only proxies ask this (RFC 9110, 15.5.8), and they pass nothing on before it is answered.
  if (httpStatus === 407)
    return {
      kind: 'unsent',
      code: 'PROXY_LOGIN',
      detail: 'the proxy on the way to the service asks for a login (HTTP 407)',
    };
  if (httpStatus === 429) return { kind: 'busy', httpStatus, detail, ...wait };
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'unauthorized', httpStatus, detail };
  if (httpStatus === 404 || httpStatus === 410) return { kind: 'notFound', httpStatus, detail };
  if (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408)
    return { kind: 'refused', httpStatus, detail, ...named() };
  return { kind: 'faulty', httpStatus, detail, ...wait, ...named() };
}
