import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterAll, beforeAll } from 'vitest';
import {
  startLoopbackService,
  type Handler,
  type LoopbackService,
} from '../../engine/loopbackService.ts';
import { runNode, testCredential, type NodeRun } from '../../engine/runNode.ts';

const services: LoopbackService[] = [];

/** For the whole file: requests are real, and what was started is ended. */
export function useRealServices(): void {
  beforeAll(() => nock.restore());
  afterAll(async () => {
    nock.activate();
    for (const service of services.splice(0)) await service.close();
  });
}

type Decide = (nth: number) => 'take' | { retryAfter?: string; status?: number };

/** A service with a latency and a limit, which counts what is under way. */
export async function start(
  latencyMs: number,
  decide: (underWay: number, nth: number) => ReturnType<Decide>,
) {
  const seen = { underWay: 0, most: 0, refused: 0 };
  const handler: Handler = ({ index, response, create }) => {
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    const decision = decide(seen.underWay, index);
    setTimeout(() => {
      seen.underWay -= 1;
      if (decision === 'take')
        return response.end(JSON.stringify({ id: create(), status: 'pending' }));
      seen.refused += 1;
      const { retryAfter, status = 429 } = decision;
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      response.end('{}');
    }, latencyMs);
  };
  return { seen, ...(await open(handler)) };
}

/** A service with an address of its own, so that nothing that is learned of one holds for another. */
export async function open(handler: Handler) {
  const service = await startLoopbackService(handler);
  services.push(service);
  const credential = { ...testCredential, baseUrl: service.baseUrl };
  const create = (items: number, more: Partial<NodeRun> = {}, options: INodeParameters = {}) =>
    runNode({
      type: 'createVideo',
      parameters: {
        operation: 'create',
        prompt: 'A paper boat',
        options,
      },
      items: Array.from({ length: items }, (_, row) => ({ json: { row } })),
      credential,
      ...more,
    });
  const look = () =>
    runNode({
      type: 'waitForVideo',
      parameters: { operation: 'getStatus', taskId: 'task_1' },
      items: [{ json: {} }],
      credential,
    });
  return { service, create, look };
}

export const take = () => 'take' as const;
/** Other work on the machine may hold up the start of an execution. */
export const patient = { timeout: 30_000 };
