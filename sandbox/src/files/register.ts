import fastifyStatic from '@fastify/static';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { strikeRequests } from '../faults/strikeRequest.ts';
import { ServiceError } from '../http/errors.ts';
import { type Service } from '../operations/operation.ts';
import { type Folders } from './folders.ts';

const taskIdOf = (request: FastifyRequest) => /\/(\w+)\.mp4/.exec(request.url)?.[1] ?? '';

/** Serves the finished videos, with ranges, until their time is over. They need no key. */
export async function registerFiles(
  app: FastifyInstance,
  { store, faults, options }: Service,
  folders: Folders,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const task = store.find(taskIdOf(request));
      if (task?.expiresMs && task.expiresMs <= Date.now())
        throw new ServiceError(410, 'result_expired', `The video of ${task.id} has expired`);
    });
    strikeRequests(scope, options.speed, (request) =>
      faults.strike('file', { task: store.find(taskIdOf(request)) }),
    );
    await scope.register(fastifyStatic, {
      root: folders.files,
      prefix: '/files/',
      // A video may vanish at any time, and a proxy must not keep it alive.
      cacheControl: false,
    });
  });
}
