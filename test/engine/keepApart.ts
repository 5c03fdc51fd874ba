import nock from 'nock';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { hastenTimers } from './hasten.ts';

const startMs = Date.UTC(2030, 0, 1);

/**
 * Keeps the tests of a file off the network, and lets each begin at the same time, which stands
 * still: what it waits for comes soon.
 */
export function keepApart(): void {
  hastenTimers();
  beforeAll(() => nock.disableNetConnect());
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: startMs }));
  afterEach(() => {
    vi.useRealTimers();
    nock.cleanAll();
  });
}
