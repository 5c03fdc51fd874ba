import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { operations, requestField, taskStatus } from '../../../nodes/generated/contract.ts';
import { RateLimit } from './rateLimit.ts';
import { describeTask, makeTask, type BenchTask } from './tasks.ts';

/** How the service behaves; read anew for each request. */
export interface ServiceSettings {
  latencyMs: number;
  /** Requests per second, and as many at once; without it all are served. */
  requestsPerSecond?: number;
  /** Size of each finished video. */
  fileBytes: number;
}

/** One request that has arrived. The status is 0 until it is answered. */
export interface ServedRequest {
  arrivedAtMs: number;
  method: string;
  path: string;
  httpStatus: number;
}

/** A stand-in for the service on loopback. It counts requests, and takes any other path for a note. */
export interface Service {
  url: string;
  settings: ServiceSettings;
  tasks: Map<string, BenchTask>;
  requests: ServedRequest[];
  /** Forgets tasks and requests and takes new settings. */
  reset(settings?: Partial<ServiceSettings>): void;
  stop(): Promise<void>;
}

const quick: ServiceSettings = { latencyMs: 0, fileBytes: 1000 };
const filesPath = '/files/';
const taskPath = operations.getTask.path.replace(/\{.*$/, '');

/** Starts the stand-in service. */
export async function startService(): Promise<Service> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  let limit = new RateLimit();
  const service: Service = {
    url: '',
    settings: quick,
    tasks: new Map(),
    requests: [],
    reset(settings = {}) {
      service.settings = { ...quick, ...settings };
      service.tasks = new Map();
      service.requests = [];
      limit = new RateLimit(service.settings.requestsPerSecond);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url: path = '/' } = request;
    const entry: ServedRequest = { arrivedAtMs: Date.now(), method, path, httpStatus: 0 };
    service.requests.push(entry);
    response.once('close', () => (entry.httpStatus = response.statusCode));
    const body = await text(request);
    if (path.startsWith(filesPath)) return await sendFile(response, service.settings.fileBytes);
    const isCreate =
      method === operations.createVideo.method && path === operations.createVideo.path;
    if (!isCreate && !path.startsWith(taskPath)) return sendJson(response, 200, {});
    const isRefused = !limit.take(Date.now());
    await sleep(service.settings.latencyMs);
    if (isRefused) return sendJson(response, 429, { message: 'Too many requests' });
    if (isCreate) return create(response, JSON.parse(body) as Record<string, string>);
    const task = service.tasks.get(path.slice(taskPath.length));
    if (!task) return sendJson(response, 404, { message: 'Not found' });
    return sendJson(response, 200, describe(task));
  }

  function create(response: ServerResponse, fields: Record<string, string>): void {
    const task = makeTask(fields[requestField.prompt] ?? '', fields[requestField.callbackUrl]);
    service.tasks.set(task.id, task);
    if (task.callbackUrl !== undefined) callLater(task, task.callbackUrl);
    sendJson(response, 200, { id: task.id, status: taskStatus.pending });
  }

  function callLater(task: BenchTask, callbackUrl: string): void {
    const call = () =>
      fetch(callbackUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(describe(task)),
      }).catch(() => undefined);
    setTimeout(() => void call(), task.finishesAtMs - Date.now()).unref();
  }

  const describe = (task: BenchTask) =>
    describeTask(task, `${service.url}${filesPath}${task.id}.mp4`);

  // The loop by hand connects for thousands of items at once.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

function sendJson(response: ServerResponse, httpStatus: number, body: unknown): void {
  const retry = httpStatus === 429 ? { 'retry-after': '1' } : {};
  response.writeHead(httpStatus, { 'content-type': 'application/json', ...retry });
  response.end(JSON.stringify(body));
}

const chunk = Buffer.alloc(1 << 18);

function* bytes(count: number) {
  for (let left = count; left > 0; left -= chunk.length)
    yield left < chunk.length ? chunk.subarray(0, left) : chunk;
}

/** Sends so many bytes that call themselves a video, as fast as they are taken. */
async function sendFile(response: ServerResponse, byteCount: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': byteCount });
  await pipeline(Readable.from(bytes(byteCount)), response);
}
