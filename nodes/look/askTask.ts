import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { notSentCode, type RequestOptions, type Service } from '../service/connectService';
import type { ServiceAnswer } from '../service/readAnswer';
import { recognizeTask } from '../tasks/readRecord';
import { readError } from '../tasks/whatWasSaid';
import { redact } from '../text/redact';

/** What the next decision and the user need of an answer without a task, or of no answer. */
export interface NoTask {
  kind: NoTaskKind;
  /** In the service's or the network's own words. */
  reason: string;
  retryAfterMs?: number;
}

/** What an answer without a task means; `decideNext` has what follows from each. */
export type NoTaskKind =
  'notFound' | 'keyRefused' | 'contradiction' | 'refused' | 'silent' | 'busy' | 'fault';

export type TaskAnswer = { kind: 'task'; task: Task } | NoTask;

const lookTimeoutMs = 30_000;

type OtherAnswer = Exclude<ServiceAnswer, { kind: 'task' }>;

const kinds: Record<OtherAnswer['kind'], NoTaskKind> = {
  busy: 'busy',
  faulty: 'fault',
  notFound: 'notFound',
  unauthorized: 'keyRefused',
  refused: 'refused',
  redirected: 'refused',
  unreadable: 'silent',
  unsent: 'silent',
  unanswered: 'silent',
  // A stopped request says nothing about the service.
  cancelled: 'fault',
};

/** Asks the service once for a task. */
export const askTask = async (
  service: Service,
  taskId: string,
  options: Partial<RequestOptions>,
): Promise<TaskAnswer> =>
  readTaskAnswer(await service.getTask(taskId, { timeoutMs: lookTimeoutMs, ...options }), taskId);

/** Reads what the answer to a request for this task means for its wait. */
export function readTaskAnswer(answer: ServiceAnswer, taskId: string): TaskAnswer {
  if (answer.kind === 'task') {
    const { task, contradiction } = recognizeTask(answer.task, taskId);
    if (task !== undefined) return { kind: 'task', task };
    if (contradiction !== undefined) return { kind: 'contradiction', reason: contradiction };
    const said = redact(readError(answer.task).sentence);
    const reason = `the answer has no "${taskField.status}"`;
    return { kind: 'silent', reason: said === '' ? reason : `${reason}: ${said}` };
  }
  const isStopped = 'code' in answer && answer.code === notSentCode;
  return {
    kind: isStopped ? 'fault' : kinds[answer.kind],
    reason: reasonOf(answer),
    ...('retryAfterMs' in answer && { retryAfterMs: answer.retryAfterMs }),
  };
}

function reasonOf(answer: OtherAnswer): string {
  if (answer.kind === 'cancelled') return 'the request was stopped';
  if ('code' in answer) return answer.detail || answer.code || 'no answer';
  const { httpStatus, detail } = answer;
  if (answer.kind === 'redirected')
    return `HTTP ${httpStatus}, a redirect to ${answer.location || 'nowhere'}, which we don’t follow`;
  return detail === '' ? `HTTP ${httpStatus}` : `HTTP ${httpStatus}, ${detail}`;
}
