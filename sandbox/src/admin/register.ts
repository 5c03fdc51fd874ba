import { type FastifyInstance } from 'fastify';
import { catalogue } from '../faults/fault.ts';
import { parseFault } from '../faults/parse.ts';
import { ServiceError } from '../http/errors.ts';
import { type Service } from '../operations/operation.ts';
import { describeForAdmin } from './describeForAdmin.ts';
import { refuseStrangers } from './guard.ts';
import { type LoggedRequest } from './requestLog.ts';

const mostTasks = 10_000;

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

/** The sandbox's own API: what it does, and which faults it commits. Not part of the contract. */
export async function registerAdmin(
  app: FastifyInstance,
  service: Service,
  requests: LoggedRequest[],
): Promise<void> {
  const { store, faults } = service;
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => refuseStrangers(request));

    scope.get<{ Querystring: { limit: number } }>(
      '/admin/tasks',
      {
        schema: {
          querystring: {
            type: 'object',
            properties: { limit: { type: 'integer', minimum: 1, default: 100 } },
          },
        },
      },
      (request) =>
        store
          .latest(Math.min(request.query.limit, mostTasks))
          .map((task) => describeForAdmin(service, task, service.resultUrl(task, request))),
    );
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
