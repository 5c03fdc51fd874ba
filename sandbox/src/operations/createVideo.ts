import { randomBytes } from 'node:crypto';
import { taskField } from 'video-generation-openapi/constants';
import { type AnyRequest } from '../contract/request.ts';
import { listRequestViolations } from '../contract/validate.ts';
import { ServiceError } from '../http/errors.ts';
import { isHttpAddress } from '../http/isHttpAddress.ts';
import { listInputs } from '../inputs/listInputs.ts';
import { listUnrenderable } from '../render/frame.ts';
import { type Operation } from './operation.ts';

const listOtherFaults = (request: AnyRequest, inputLimit: number): string[] => {
  const { callback_url: callback } = request;
  const inputs = Object.values(listInputs(request)).flat().length;
  return [
    ...listUnrenderable(request),
    ...(callback !== undefined && !isHttpAddress(callback)
      ? ['Expected body.callback_url to be an http or https address']
      : []),
    ...(inputs > inputLimit ? [`Expected at most ${inputLimit} inputs, got ${inputs}`] : []),
  ];
};

const refuse = (message: string) => new ServiceError(422, 'invalid_request', message);

/** Takes a task (contract 4.1). The id and the task are on disk before the answer goes out. */
export const createVideo: Operation = (service) => (request, reply) => {
  const { store, queue, options } = service;
  const violations = listRequestViolations(request.body);
  const body = request.body as AnyRequest;
  if (violations.length === 0) violations.push(...listOtherFaults(body, options.inputs.count));
  if (violations.length > 0) throw refuse(violations.join('; '));
  const faults = service.faults.ofNewTask(service.keyOf(request), body.prompt);
  const id = `task_${randomBytes(10).toString('hex')}`;
  const task = store.insert(id, body, faults, Date.now());
  queue.add(task);
  service.onAccepted(task);
  request.log.info({ taskId: id, model: body.model }, 'task accepted');
  return reply.send({
    [taskField.id]: id,
    [taskField.status]: task.status,
    model: body.model,
    created_at: Math.floor(task.createdMs / 1000),
    ...options.choices.extraFields,
  });
};
