import { ServiceError } from '../http/errors.ts';
import { describeTask } from '../tasks/describeTask.ts';
import { type Operation } from './operation.ts';

/** Answers how far a task is (contract 4.2). */
export const getTask: Operation =
  ({ store, queue, options, resultUrl }) =>
  (request, reply) => {
    const { task_id: id } = request.params as { task_id: string };
    const task = store.find(id);
    if (!task) throw new ServiceError(404, 'task_not_found', `There is no task ${id}`);
    return reply.send(describeTask(task, queue.look(task), options, resultUrl(task, request)));
  };
