import { type AddressInfo } from 'node:net';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { createDispatcher } from './callbacks/createDispatcher.ts';
import { openFolders } from './files/folders.ts';
import { sweepExpired } from './files/sweep.ts';
import { shapeErrors } from './http/errors.ts';
import { registerOperations } from './operations/register.ts';
import { resolveOptions, type SandboxOptions } from './options.ts';
import { locateFfmpeg } from './render/ffmpeg/locate.ts';
import { createFfmpegRenderer } from './render/ffmpegRenderer.ts';
import { instantRenderer } from './render/instant.ts';
import { type Renderer } from './render/renderer.ts';
import { describeTask } from './tasks/describeTask.ts';
import { createQueue } from './tasks/createQueue.ts';
import { openStore } from './tasks/openStore.ts';
import { type StoredTask } from './tasks/task.ts';

const sweepMs = 60_000;

async function chooseRenderer({ renderer, ffmpegPath }: SandboxOptions): Promise<Renderer> {
  if (typeof renderer === 'object') return renderer;
  if (renderer === 'instant') return instantRenderer;
  return createFfmpegRenderer(await locateFfmpeg(ffmpegPath));
}

/** The address that a listening app answers at. */
export function addressOf(app: FastifyInstance): string {
  const address = app.server.address() as AddressInfo | null;
  if (!address) return 'http://127.0.0.1';
  const any = address.address === '::' || address.address === '0.0.0.0';
  const host = any ? '127.0.0.1' : address.address;
  return `http://${address.family === 'IPv6' && !any ? `[${host}]` : host}:${address.port}`;
}

/**
 * Builds the service without listening: call `listen({ port: 0 })` or `inject()` on what it
 * returns, and `close()` at the end.
 *
 * @throws FfmpegError, DataFolderError or an error of the data file, each with what to do
 */
export async function buildApp(given: SandboxOptions = {}): Promise<FastifyInstance> {
  const options = resolveOptions(given);
  const renderer = await chooseRenderer(options);
  const folders = await openFolders(options.dataFolder);
  const store = openStore(folders.data);
  const app = fastify({
    logger: options.log ? { level: 'info' } : false,
    forceCloseConnections: true,
  });
  shapeErrors(app, options.choices.errorShape);

  const resultUrl = (task: StoredTask, request?: FastifyRequest) => {
    const asked = request && `${request.protocol}://${request.host}`;
    return `${options.publicUrl ?? asked ?? addressOf(app)}/files/${task.id}.mp4`;
  };
  const dispatcher = createDispatcher(
    store,
    options.callbacks,
    options.speed,
    (task) => describeTask(task, queue.look(task), options.choices, resultUrl(task)),
    app.log,
  );
  const queue = createQueue(store, renderer, folders, options, dispatcher.kick, app.log);

  registerOperations(app, { store, queue, options, resultUrl });
  app.get('/healthz', () => ({ status: 'ok', ...queue.depth, tasks: store.countByStatus() }));
  await app.register(fastifyStatic, {
    root: folders.files,
    prefix: '/files/',
    // A video may vanish at any time, and a proxy must not keep it alive.
    cacheControl: false,
  });

  const unfinished = store.unfinished();
  let sweeping: NodeJS.Timeout | undefined;
  // Results and callbacks name this address, so nothing goes on before somebody listens at it.
  app.addHook('onListen', async () => {
    unfinished.splice(0).forEach(queue.add);
    dispatcher.kick();
    sweeping = setInterval(() => void sweepExpired(store, folders), sweepMs / options.speed);
  });
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    await Promise.all([queue.close(), dispatcher.close()]);
    store.close();
    await folders.release();
  });
  return app;
}
