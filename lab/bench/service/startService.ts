import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerContract } from './contractWire.ts';
import { answerFal } from './falWire.ts';
import { RateLimit } from './rateLimit.ts';
import { sendFile } from './sendFile.ts';
import {
  falPrefix,
  filesPrefix,
  sendJson,
  type ServedRequest,
  type Service,
  type ServiceSettings,
  veoPrefix,
} from './service.ts';
import { TaskBook } from './taskBook.ts';
import { answerVeo } from './veoWire.ts';

const quick: ServiceSettings = { latencyMs: 0, fileBytes: 1000 };

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Starts the stand-in service on loopback, with latency and generation times as set, counting requests. */
export async function startService(): Promise<Service> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  let limit = new RateLimit(undefined);
  const service: Service = {
    url: '',
    settings: quick,
    book: new TaskBook(),
    requests: [],
    reset(settings = {}) {
      service.settings = { ...quick, ...settings };
      service.book = new TaskBook();
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
    const { settings, requests } = service;
    const path = request.url ?? '/';
    const entry: ServedRequest = {
      ...{ arrivedAtMs: Date.now(), answeredAtMs: 0 },
      ...{ method: request.method ?? '', path, httpStatus: 0 },
    };
    requests.push(entry);
    response.once('close', () => {
      entry.answeredAtMs = Date.now();
      entry.httpStatus = response.statusCode;
    });
    const body = await readBody(request);
    if (path.startsWith(filesPrefix)) return sendFile(response, settings.fileBytes);
    const refused = !limit.take(Date.now());
    await sleep(settings.latencyMs);
    if (refused) return sendJson(response, 429, { message: 'Too many requests' });
    if (path.startsWith(veoPrefix)) return answerVeo(service, request, response, body);
    if (path.startsWith(falPrefix)) return answerFal(service, request, response, body);
    return answerContract(service, request, response, body);
  }

  // The loop by hand connects for thousands of items at once.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
