import type { ServerResponse } from 'node:http';
import type { TaskBook } from './taskBook.ts';

/** What a measure may set; all of it is read anew for each request. */
export interface ServiceSettings {
  latencyMs: number;
  /** Requests per second, and as many at once; without it all are served. */
  requestsPerSecond?: number;
  /** Size of each finished video. */
  fileBytes: number;
}

/** One request that was answered. Times in Unix ms. */
export interface ServedRequest {
  arrivedAtMs: number;
  answeredAtMs: number;
  method: string;
  path: string;
  httpStatus: number;
}

export interface Service {
  url: string;
  settings: ServiceSettings;
  book: TaskBook;
  requests: ServedRequest[];
  /** Forgets tasks and requests and takes new settings. */
  reset(settings?: Partial<ServiceSettings>): void;
  stop(): Promise<void>;
}

/** Where the wire format of n8n's node for Veo is served. */
export const veoPrefix = '/veo';

/** Where fal's queue is served. */
export const falPrefix = '/fal';

export const filesPrefix = '/files/';

export const fileUrl = (service: Service, taskId: string) =>
  `${service.url}${filesPrefix}${taskId}.mp4`;

export function sendJson(response: ServerResponse, httpStatus: number, body: unknown): void {
  const retry = httpStatus === 429 ? { 'retry-after': '1' } : {};
  response.writeHead(httpStatus, { 'content-type': 'application/json', ...retry });
  response.end(JSON.stringify(body));
}
