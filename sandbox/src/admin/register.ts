import { type FastifyInstance } from 'fastify';
import { bounds } from '../bounds.ts';
import { catalogue } from '../faults/fault.ts';
import { parseFault } from '../faults/parse.ts';
import { ServiceError } from '../http/errors.ts';
import { type Service } from '../operations/operation.ts';
import { describeForAdmin } from './describeForAdmin.ts';
import { refuseStrangers } from './guard.ts';
import { type LoggedRequest } from './requestLog.ts';

const faultBody = {
  type: 'object',
  required: ['fault'],
  additionalProperties: false,
  properties: {
    fault: { type: 'string' },
    key: { type: 'string' },
    taskId: { type: 'string' },
  },
};

interface FaultBody {
  fault: string;
  key?: string;
  taskId?: string;
}

/**
 * The sandbox's own API: what it does, and which faults it commits. Not part of the contract.
 *
 * @param reset - forgets all that the sandbox was told
 */
export async function registerAdmin(
  app: FastifyInstance,
  service: Service,
  requests: LoggedRequest[],
  reset: () => Promise<void>,
): Promise<void> {
  const { store, faults } = service;
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => refuseStrangers(request));

    scope.get<{ Querystring: { limit: number; before: number; search: string } }>(
      '/admin/tasks',
      {
        schema: {
          querystring: {
            type: 'object',
            properties: {
              limit: { type: 'integer', minimum: 1, maximum: bounds.tasksOfAnswer, default: 100 },
              before: { type: 'integer', minimum: 0, default: Number.MAX_SAFE_INTEGER },
              search: { type: 'string', default: '' },
            },
          },
        },
      },
      (request) =>
        store
          .latest(request.query)
          .map((task) => describeForAdmin(service, task, service.resultUrl(task, request))),
    );
    scope.delete('/admin', async (_request, reply) => {
      await reset();
      return reply.code(204).send();
    });
    scope.get('/admin/requests', () => requests);

    scope.get('/admin/faults', () => ({ set: faults.list(), catalogue }));
    scope.post<{ Body: FaultBody }>(
      '/admin/faults',
      { schema: { body: faultBody } },
      (request, reply) => {
        const { key, taskId } = request.body;
        const fault = parseFault(request.body.fault);
        if (taskId === undefined) faults.set({ fault, key });
        else if (!store.addFault(taskId, fault))
          throw new ServiceError(404, 'task_not_found', `There is no task ${taskId}`);
        return reply.code(201).send(fault);
      },
    );
    scope.delete('/admin/faults', (_request, reply) => {
      faults.clear();
      return reply.code(204).send();
    });
  });
}
