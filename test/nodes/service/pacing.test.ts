import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RateLimit } from '../../../lab/bench/service/rateLimit.ts';
import { firstSize } from '../../../nodes/pace/places.ts';
import {
  startLoopbackService,
  type Handler,
  type LoopbackService,
} from '../../engine/loopbackService.ts';
import { runNode, testCredential, type NodeRun } from '../../engine/runNode.ts';

const services: LoopbackService[] = [];
beforeAll(() => nock.restore());
afterAll(async () => {
  nock.activate();
  for (const service of services) await service.close();
});

type Decide = (nth: number) => 'take' | { retryAfter?: string; status?: number };

/** A service with a latency and a limit, which counts what is under way. */
async function start(
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
async function open(handler: Handler) {
  const service = await startLoopbackService(handler);
  services.push(service);
  const credential = { ...testCredential, baseUrl: service.baseUrl };
  const create = (items: number, more: Partial<NodeRun> = {}, options: INodeParameters = {}) =>
    runNode({
      type: 'createVideo',
      parameters: {
        mode: 'textToVideo',
        model: 'standard',
        prompt: 'A paper boat',
        callback: 'none',
        options: {},
        sending: options,
      },
      items: Array.from({ length: items }, (_, row) => ({ json: { row } })),
      credential,
      ...more,
    });
  const look = () =>
    runNode({
      type: 'waitForVideo',
      parameters: { operation: 'getStatus', taskId: 'task_1', options: {} },
      items: [{ json: {} }],
      credential,
    });
  return { service, create, look };
}

const take = () => 'take' as const;
/** Other work on the machine may hold up the start of an execution. */
const patient = { timeout: 30_000 };

describe('requests to a real service, paced', () => {
  it('go in ever larger numbers where nothing is limited', async () => {
    const { seen, create } = await start(200, take);
    const { outputs } = await create(600);
    expect(outputs[0]).toHaveLength(600);
    // Ten or fifty at once would never get there.
    expect(seen.most).toBeGreaterThan(60);
    expect(seen.refused).toBe(0);
  });

  it('begin with a few, whatever the batch', async () => {
    let first = 0;
    let isAnswered = false;
    const { create } = await start(300, () => {
      if (!isAnswered) first += 1;
      setTimeout(() => (isAnswered = true), 250);
      return 'take';
    });
    await create(100);
    expect(first).toBeLessThanOrEqual(firstSize);
  });

  it('keep to a rate that nobody told them of', async () => {
    // Fewer than the first burst, so that even on a slow machine the limit shows at once.
    const limit = new RateLimit(10);
    const { seen, service, create } = await start(50, () =>
      limit.take(Date.now()) ? 'take' : { retryAfter: '1' },
    );
    const { outputs } = await create(100);
    expect(outputs[0]).toHaveLength(100);
    expect(service.created).toBe(100);
    // Ten at once come to about as many refusals as requests that are taken.
    expect(seen.refused).toBeLessThanOrEqual(30);
  });

  it('keep to a number at once that nobody told them of', async () => {
    const { seen, create } = await start(100, (underWay) => (underWay > 5 ? {} : 'take'));
    const { outputs } = await create(150);
    expect(outputs[0]).toHaveLength(150);
    expect(seen.refused).toBeLessThanOrEqual(25);
    expect(seen.most).toBeLessThanOrEqual(2 * firstSize);
  });

  it('remember the rate from one execution to the next', async () => {
    const limit = new RateLimit(10);
    const { seen, create } = await start(50, () =>
      limit.take(Date.now()) ? 'take' : { retryAfter: '1' },
    );
    await create(50);
    const before = seen.refused;
    await create(50);
    expect(seen.refused - before).toBeLessThanOrEqual(6);
  });

  it('let a single item go soon beside a batch of hundreds', async () => {
    const limit = new RateLimit(30);
    const { service, create } = await start(50, () =>
      limit.take(Date.now()) ? 'take' : { retryAfter: '1' },
    );
    const batch = create(400);
    await expect.poll(() => service.requests.length, patient).toBeGreaterThan(firstSize);
    const { outputs } = await create(1);
    expect(outputs[0]).toHaveLength(1);
    expect(service.created).toBeLessThan(300);
    await batch;
  });

  it('are not sent after a failure that stops the node', async () => {
    const { service, create } = await open(({ index, response, create: make }) => {
      setTimeout(() => {
        if (index === 3) response.writeHead(422);
        response.end(index === 3 ? '{}' : JSON.stringify({ id: make(), status: 'pending' }));
      }, 50);
    });
    const { error } = await create(300);
    expect(error?.message).toContain('Row 4: The service refused the request (HTTP 422)');
    expect(service.requests.length).toBeLessThanOrEqual(32);
    expect(error?.description).toMatch(/Not sent and not charged: rows \d+ to 300\./);
  });

  it('never exceed the bound that the user sets', async () => {
    const { seen, create } = await start(20, take);
    await create(100, {}, { concurrency: 3 });
    expect(seen.most).toBeLessThanOrEqual(3);
  });
});

// Waits, for the most part, and each with a service of its own.
describe.concurrent('requests to a real service that asks for pauses', () => {
  it.each(['seconds', 'a date'])(
    'pause for all executions as Retry-After says, in %s',
    async (form) => {
      const pauseMs = 3_000;
      let refusedAtMs = 0;
      const later: number[] = [];
      const { create } = await start(20, (_, nth) => {
        if (nth > 0) later.push(Date.now());
        if (nth > 0) return 'take';
        refusedAtMs = Date.now();
        const date = new Date(Date.now() + pauseMs).toUTCString();
        return { retryAfter: form === 'seconds' ? String(pauseMs / 1000) : date };
      });
      const first = create(1);
      await expect.poll(() => refusedAtMs, patient).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const both = await Promise.all([first, create(3)]);
      expect(both.map(({ outputs }) => outputs[0]?.length)).toEqual([1, 3]);
      // A date has whole seconds only.
      expect(Math.min(...later) - refusedAtMs).toBeGreaterThanOrEqual(pauseMs - 1_000);
    },
  );

  it('pause for all executions when a look is answered with 503 and Retry-After', async () => {
    const pauseMs = 3_000;
    let refusedAtMs = 0;
    const later: number[] = [];
    const { seen, create, look } = await start(20, (_, nth) => {
      if (nth > 0) later.push(Date.now());
      if (nth > 0) return 'take';
      refusedAtMs = Date.now();
      return { status: 503, retryAfter: String(pauseMs / 1000) };
    });
    const looked = look();
    await expect.poll(() => refusedAtMs, patient).toBeGreaterThan(0);
    expect((await looked).error?.message).toContain('HTTP 503');
    await create(3);
    expect(Math.min(...later) - refusedAtMs).toBeGreaterThanOrEqual(pauseMs - 50);
    expect(seen.refused).toBe(1);
  });

  it('leave it open what became of a video whose creation was answered with 503', async () => {
    const { seen, service, create } = await start(20, (_, nth) =>
      nth === 0 ? { status: 503, retryAfter: '2' } : 'take',
    );
    const { error } = await create(1);
    expect(error?.message).toContain('HTTP 503');
    expect(error?.context).toMatchObject({ paid: 'unknown' });
    expect(seen.refused).toBe(1);
    expect(service.requests).toHaveLength(1);
  });

  it('say with which status the service asked for a pause that was too long', async () => {
    const { service, create } = await start(20, () => ({ status: 503, retryAfter: '7200' }));
    const first = await create(1);
    expect(first.error?.context).toMatchObject({ paid: 'unknown' });
    const second = await create(1);
    expect(second.error?.message).toContain('HTTP 503');
    expect(second.error?.context).toMatchObject({ paid: 'no', reason: 'busy' });
    expect(service.requests).toHaveLength(1);
  });

  it.each(['999999999', 'Fri, 01 Jan 2100 00:00:00 GMT'])(
    'go on where the service asks for a pause that makes no sense: %s',
    async (retryAfter) => {
      const { seen, service, create } = await start(20, (_, nth) =>
        nth === 0 ? { retryAfter } : 'take',
      );
      const [first, second] = await Promise.all([create(1), create(2)]);
      expect([first.error, second.error]).toEqual([undefined, undefined]);
      expect(service.created).toBe(3);
      expect(seen.refused).toBe(1);
    },
  );

  it('look on while create requests alone are refused', async () => {
    const { service, create, look } = await open(({ path, response }) => {
      if (!path.includes('task_1')) response.writeHead(429, { 'retry-after': '600' });
      response.end(JSON.stringify({ id: 'task_1', status: 'pending' }));
    });
    const refused = create(1);
    await expect.poll(() => service.requests.length, patient).toBe(1);
    const atMs = Date.now();
    const looked = await look();
    expect(looked.outputs[0]![0]!.json).toMatchObject({ id: 'task_1', status: 'pending' });
    expect(Date.now() - atMs).toBeLessThan(30_000);
    expect((await refused).error?.context).toMatchObject({ reason: 'busy', paid: 'no' });
  });

  it('end with the execution: what waits for its turn is never sent', async () => {
    const { service, create } = await start(50, (_, nth) =>
      nth < firstSize ? { retryAfter: '2' } : 'take',
    );
    let stop = () => {};
    const run = create(200, {
      onStart: (execution) => void (stop = () => execution.cancel()),
    });
    await expect.poll(() => service.requests.length, patient).toBe(firstSize);
    stop();
    await run;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(service.requests).toHaveLength(firstSize);
    expect(service.created).toBe(0);
  });

  it('have their whole timeout from when they are sent', async () => {
    const { seen, create } = await start(20, (_, nth) =>
      nth === 0 ? { retryAfter: '3' } : 'take',
    );
    const { outputs, error } = await create(2, {}, { timeoutSeconds: 1 });
    expect(error).toBeUndefined();
    expect(outputs[0]).toHaveLength(2);
    expect(seen.refused).toBe(1);
  });
});
