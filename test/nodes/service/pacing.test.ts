import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../../lab/bench/service/rateLimit.ts';
import { firstSize } from '../../../nodes/pace/Limit.ts';
import { open, patient, start, take, useRealServices } from './pacedService.ts';

useRealServices();

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
});

// Waits, for the most part, and each with a service of its own.
describe.concurrent('requests to a real service with a limit', () => {
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
    // The first burst, and a few that try: on a slow machine, as many again.
    expect(seen.refused).toBeLessThanOrEqual(2 * firstSize);
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
});
