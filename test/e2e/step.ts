import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '../../playground/index.ts';

/** An address that a workflow asks in one of its steps, and that answers when the test says so. */
export interface Step {
  url: string;
  /** How often a task has reached the step. */
  countOf(taskId: string): number;
  /** Waits until a task has reached the step so many times. */
  untilReached(taskId: string, times: number): Promise<unknown>;
  /** Answers all that wait for an answer about a task, and those that come later. */
  answer(taskId: string, httpStatus: number): void;
  close(): Promise<void>;
}

/** @param body - what the workflow learns in the step */
export async function openStep(body: object): Promise<Step> {
  const held = new Map<string, ServerResponse[]>();
  const counts = new Map<string, number>();
  const statuses = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const taskId = decodeURIComponent(incoming.url!.slice(1));
    counts.set(taskId, (counts.get(taskId) ?? 0) + 1);
    const httpStatus = statuses.get(taskId);
    if (httpStatus !== undefined) return send(outgoing, httpStatus);
    held.set(taskId, [...(held.get(taskId) ?? []), outgoing]);
  });
  const send = (outgoing: ServerResponse, httpStatus: number) =>
    void outgoing
      .writeHead(httpStatus, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const countOf = (taskId: string) => counts.get(taskId) ?? 0;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countOf,
    untilReached: (taskId, times) =>
      waitFor(
        async () => countOf(taskId) >= times || undefined,
        180_000,
        () => new Error(`Task ${taskId} reached the step ${countOf(taskId)} times, not ${times}`),
      ),
    answer(taskId, httpStatus) {
      statuses.set(taskId, httpStatus);
      for (const outgoing of held.get(taskId) ?? []) send(outgoing, httpStatus);
      held.delete(taskId);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
