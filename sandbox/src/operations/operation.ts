import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Ids } from '../createIds.ts';
import { type ResolvedOptions } from '../options.ts';
import { type Store } from '../tasks/openStore.ts';
import { type FaultBook } from '../faults/createFaultBook.ts';
import { type Queue } from '../tasks/createQueue.ts';
import { type StoredTask } from '../tasks/task.ts';

/** What the handlers of the service's operations work with. */
export interface Service {
  store: Store;
  queue: Queue;
  faults: FaultBook;
  ids: Ids;
  /** The key of a request that was let in. */
  keyOf(request: FastifyRequest): string;
  /** Called with every task that was accepted. */
  onAccepted(task: StoredTask): void;
  options: ResolvedOptions;
  /** Address of a task's finished video, as the asker can reach it. */
  resultUrl(task: StoredTask, request?: FastifyRequest): string;
}

/** Makes the handler of one operation of the document. */
export type Operation = (
  service: Service,
) => (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
