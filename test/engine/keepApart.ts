import nock from 'nock';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { hastenTimers } from './hasten.ts';
import { haveVirtualTime } from './virtualTime.ts';

/** Keeps the tests of a file off the network, and has each begin at the same time, which is virtual. */
export function keepApart(): void {
  keepOffNetwork();
  haveVirtualTime();
}

/** The same, with a clock that stands still until the test moves it. */
export function keepApartAndStopClock(): void {
  keepOffNetwork();
  hastenTimers();
  beforeEach(() =>
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2030, 0, 1) }),
  );
  afterEach(() => void vi.useRealTimers());
}

function keepOffNetwork(): void {
  beforeAll(() => nock.disableNetConnect());
  afterEach(() => nock.cleanAll());
}
