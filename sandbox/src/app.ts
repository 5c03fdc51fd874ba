import { type AddressInfo } from 'node:net';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { registerAdmin } from './admin/register.ts';
import { keepRequests } from './admin/requestLog.ts';
import { createIds } from './createIds.ts';
import { createDispatcher } from './callbacks/createDispatcher.ts';
import { DataFolderError, type Folders, openFolders } from './files/folders.ts';
import { registerFiles } from './files/register.ts';
import { sweepExpired } from './files/sweep.ts';
import { findFault } from './faults/fault.ts';
import { createFaultBook } from './faults/createFaultBook.ts';
import { authenticateWith } from './http/authenticate.ts';
import { openServer } from './http/openServer.ts';
import { registerOperations } from './operations/register.ts';
import { type Service } from './operations/operation.ts';
import { resolveOptions, type SandboxOptions } from './options.ts';
import { registerPage } from './page/register.ts';
import {
  instantInstead,
  locateFfmpeg,
  readVersion,
  RendererError,
} from './render/ffmpeg/locate.ts';
import { instantRenderer } from './render/instant.ts';
import { type Renderer } from './render/renderer.ts';
import { describeTask } from './tasks/describeTask.ts';
import { createQueue } from './tasks/createQueue.ts';
import { openStore, type Store } from './tasks/openStore.ts';
import { type StoredTask } from './tasks/task.ts';

const sweepMs = 60_000;

async function chooseRenderer(
  { renderer, ffmpegPath }: SandboxOptions,
  { work }: Folders,
): Promise<Renderer> {
  if (typeof renderer === 'object') return renderer;
  if (renderer === 'instant') return instantRenderer;
  // Canvas is optional, and only loaded when there is something to draw.
  await import('@napi-rs/canvas').catch(explainMissingCanvas);
  const { createFfmpegRenderer } = await import('./render/ffmpegRenderer.ts');
  const ffmpeg = await locateFfmpeg(work, ffmpegPath);
  return createFfmpegRenderer(ffmpeg, await readVersion(ffmpeg));
}

function openStoreOf({ data }: Folders): Store {
  try {
    return openStore(data);
  } catch (error) {
    const inUse = /locked/.test((error as Error).message);
    throw new DataFolderError(
      inUse
        ? `The data folder ${data} is in use by another sandbox`
        : `The data folder ${data} cannot be used: ${(error as Error).message}`,
    );
  }
}

function explainMissingCanvas({ code = 'it fails' }: NodeJS.ErrnoException): never {
  throw new RendererError(
    `Drawing videos takes the optional package @napi-rs/canvas, which cannot be loaded (${code}). Install it, or start with ${instantInstead}.`,
  );
}

/** Another name of the same machine is another host to everyone who downloads. */
function moveElsewhere({ faults }: StoredTask, base: string): string {
  const elsewhere = findFault(faults, 'result-elsewhere');
  if (!elsewhere) return base;
  if (elsewhere.value) return elsewhere.value;
  return base.includes('//localhost')
    ? base.replace('//localhost', '//127.0.0.1')
    : base.replace(/\/\/[^/:]+/, '//localhost');
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
 * @throws RendererError, DataFolderError or an error of the data file, each with what to do
 */
export async function buildApp(given: SandboxOptions = {}): Promise<FastifyInstance> {
  const options = resolveOptions(given);
  const faults = createFaultBook(options.keys);
  const folders = await openFolders(options.dataFolder);
  const renderer = await chooseRenderer(options, folders).catch(async (error: unknown) => {
    await folders.release();
    throw error;
  });
  const store = openStoreOf(folders);
  const ids = createIds(options.seed);
  const app = await openServer(options, ids);
  app.decorate('rendererName', renderer.name);
  const requests = keepRequests(app);

  const resultUrl = (task: StoredTask, request?: FastifyRequest) => {
    const asked = request && `${request.protocol}://${request.host}`;
    const base = options.publicUrl ?? asked ?? addressOf(app);
    return `${moveElsewhere(task, base)}/files/${task.id}.mp4`;
  };
  const dispatcher = createDispatcher(
    store,
    options,
    (task) => describeTask(task, queue.look(task), options, resultUrl(task)),
    app.log,
  );
  const queue = createQueue(store, renderer, folders, options, dispatcher.finished, app.log);

  const authenticate = authenticateWith(options.keys.map(({ key }) => key));
  const service: Service = {
    ...{ store, queue, options, ids, resultUrl },
    faults,
    keyOf: (request) => authenticate(request.headers.authorization),
    onAccepted: dispatcher.greet,
  };
  await registerOperations(app, service);
  app.get('/healthz', () => ({
    status: 'ok',
    ...queue.depth,
    tasks: store.countByStatus(),
    callbacks: store.countByCallback(),
  }));
  await registerFiles(app, service, folders);
  await registerAdmin(app, service, requests, async () => {
    await queue.reset();
    store.clear();
    await folders.empty();
    faults.reset();
    ids.reset();
    requests.length = 0;
  });
  await registerPage(app);

  const unfinished = store.unfinished();
  let sweeping: NodeJS.Timeout | undefined;
  // Results and callbacks name this address, so nothing goes on before somebody listens at it.
  app.addHook('onListen', async () => {
    unfinished.splice(0).forEach(queue.add);
    dispatcher.resume();
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
