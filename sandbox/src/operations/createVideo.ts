import { taskField } from 'video-generation-openapi/constants';
import { type AnyRequest } from '../contract/request.ts';
import { listRequestViolations, type Violations } from '../contract/validate.ts';
import { findRefusal } from '../faults/refusals.ts';
import { ServiceError } from '../http/errors.ts';
import { isHttpAddress } from '../http/isHttpAddress.ts';
import { listInputs } from '../inputs/listInputs.ts';
import { listUnrenderable } from '../render/frame.ts';
import { describeTask } from '../tasks/describeTask.ts';
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

/** Makes the refusal of a request that breaks the rules. */
function refuse({ sentences, knownModels }: Violations, likePublicServices: boolean): ServiceError {
  const message = sentences.join('; ');
  if (!likePublicServices) return new ServiceError(422, 'invalid_request', message);
  const [, inBody, missing] = /body\.(\w+)|property '(\w+)'/.exec(message) ?? [];
  const invalid = new ServiceError(400, 'invalid_request', message, { param: inBody ?? missing });
  return (knownModels && findRefusal('model-unknown', `use one of ${knownModels}`)) || invalid;
}

/** Takes a task (contract 4.1). The id and the task are on disk before the answer goes out. */
export const createVideo: Operation = (service) => (request, reply) => {
  const { store, queue, options } = service;
  const { choices } = options;
  const violations = listRequestViolations(request.body, options.modelFamilies);
  const { sentences } = violations;
  const body = request.body as AnyRequest;
  if (sentences.length === 0) sentences.push(...listOtherFaults(body, options.inputs.count));
  if (sentences.length > 0) throw refuse(violations, choices.likePublicServices);
  const faults = service.faults.ofNewTask(service.keyOf(request), body.prompt);
  let id = service.ids.next('task');
  // A seed makes the ids of an earlier start again, whose tasks the data folder may hold.
  while (store.find(id)) id = service.ids.next('task');
  const task = store.insert(id, body, faults, Date.now());
  queue.add(task);
  service.onAccepted(task);
  request.log.info({ taskId: id, model: body.model }, 'task accepted');
  return reply.send({
    ...(choices.likePublicServices &&
      describeTask(task, { running: false, percent: 0 }, options, '')),
    [taskField.id]: id,
    [taskField.status]: task.status,
    ...(!choices.likePublicServices && {
      model: body.model,
      created_at: Math.floor(task.createdMs / 1000),
    }),
    ...choices.extraFields,
  });
};
