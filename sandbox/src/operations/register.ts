import { type FastifyInstance } from 'fastify';
import { listOperations } from '../contract/document.ts';
import { listViolations } from '../contract/validate.ts';
import { authenticateWith } from '../http/authenticate.ts';
import { createVideo } from './createVideo.ts';
import { getTask } from './getTask.ts';
import { type Operation, type Service } from './operation.ts';

const handlers: Record<string, Operation> = { createVideo, getTask };

/**
 * Registers a route for every operation of the document.
 *
 * @throws when the document has an operation without a handler
 */
export function registerOperations(app: FastifyInstance, service: Service): void {
  const authenticate = authenticateWith(service.options.keys.map(({ key }) => key));
  for (const { operationId, method, url, answerRef } of listOperations()) {
    const operation = handlers[operationId];
    if (!operation) throw new Error(`The sandbox has no handler for the operation ${operationId}`);
    app.route({
      method,
      url,
      onRequest: async (request) => void authenticate(request.headers.authorization),
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
  }
}
