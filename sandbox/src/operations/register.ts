import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { requestField } from 'video-generation-openapi/constants';
import { listOperations } from '../contract/document.ts';
import { listViolations } from '../contract/validate.ts';
import { type Place } from '../faults/fault.ts';
import { strikeRequests } from '../faults/strikeRequest.ts';
import { createVideo } from './createVideo.ts';
import { getTask } from './getTask.ts';
import { type Operation, type Service } from './operation.ts';

const handlers: Record<string, Operation> = { createVideo, getTask };

const promptOf = (request: FastifyRequest): { prompt?: string } => {
  const prompt = (request.body as Record<string, unknown> | null | undefined)?.[
    requestField.prompt
  ];
  return typeof prompt === 'string' ? { prompt } : {};
};

/**
 * Registers a route for every operation of the document.
 *
 * @throws when the document has an operation without a handler
 */
export async function registerOperations(app: FastifyInstance, service: Service): Promise<void> {
  for (const { operationId, method, url, answerRef } of listOperations()) {
    const operation = handlers[operationId];
    if (!operation) throw new Error(`The sandbox has no handler for the operation ${operationId}`);
    await app.register(async (scope) => {
      strikeRequests(scope, service.options.speed, (request) =>
        service.faults.strike(operationId as Place, {
          key: service.keyOf(request),
          ...promptOf(request),
          task: service.store.find((request.params as { task_id?: string }).task_id ?? ''),
        }),
      );
      scope.route({
        method,
        url,
        onRequest: async (request) => void service.keyOf(request),
        // An answer that the document does not allow is a bug of the sandbox: better seen than sent.
        preSerialization: async (_request, reply, payload) => {
          const violations =
            reply.statusCode === 200 ? listViolations(answerRef, payload, 'answer') : [];
          if (violations.length > 0)
            throw new Error(`${operationId} breaks the contract: ${violations.join('; ')}`);
          return payload;
        },
        handler: operation(service),
      });
    });
  }
}
