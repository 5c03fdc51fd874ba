import { modeOf } from '../contract/request.ts';
import { type Service } from '../operations/operation.ts';
import { describeTask } from '../tasks/describeTask.ts';
import { type StoredTask } from '../tasks/task.ts';

/** A receiver's address without its query, which may hold a token. */
const withoutQuery = (url: string) => url.split('?')[0];

/** All that the page shows of a task. No keys, and no addresses of input media. */
export function describeForAdmin(service: Service, task: StoredTask, resultUrl: string) {
  const { model, prompt, callback_url: callbackUrl } = task.request;
  return {
    id: task.id,
    seq: task.seq,
    mode: modeOf(model),
    model,
    prompt,
    createdMs: task.createdMs,
    finishedMs: task.finishedMs,
    expiresMs: task.expiresMs,
    faults: task.faults,
    failure: task.failure,
    answer: describeTask(task, service.queue.look(task), service.options, resultUrl),
    ...(callbackUrl && {
      callback: {
        url: withoutQuery(callbackUrl),
        state: task.callbackState,
        dueMs: task.callbackDueMs,
        attempts: service.store.attempts(task.id),
      },
    }),
  };
}
