import nock from 'nock';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';

const startMs = Date.UTC(2030, 0, 1);

/** Keeps the tests of a file off the network, and lets each begin at the same time. */
export function keepApart(): void {
  beforeAll(() => nock.disableNetConnect());
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: startMs }));
  afterEach(() => {
    vi.useRealTimers();
    nock.cleanAll();
  });
}
