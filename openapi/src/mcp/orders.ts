import { create, type Service } from 'video-generation-openapi/client';
import { type CreatedTask } from 'video-generation-openapi/types';

/** An order by a tool call: `copy` tells apart those that ask for the same. */
export interface Order {
  model: string;
  prompt: string;
  copy?: number;
  [field: string]: unknown;
}

/**
 * Orders each set of arguments once. Who loses an answer and calls again, or calls twice at the same
 * time, gets the same task; one that may have been made is not sent again either.
 *
 * It knows what this process has ordered: a server that is started again has forgotten it.
 */
export function openOrders(service: Service) {
  const known = new Map<string, Promise<CreatedTask>>();
  return ({ copy = 1, ...request }: Order): { task: Promise<CreatedTask>; isRepeated: boolean } => {
    const key = JSON.stringify([copy, ...Object.entries(request).sort()]);
    const earlier = known.get(key);
    if (earlier) return { task: earlier, isRepeated: true };
    // Without the signal of the call: an order that has been sent cannot be taken back.
    const task = create(service, request);
    known.set(key, task);
    task.catch((error: { created?: string }) => {
      if (error.created === 'no') known.delete(key);
    });
    return { task, isRepeated: false };
  };
}
