import nock from 'nock';
import { afterEach, beforeAll } from 'vitest';
import { haveVirtualTime } from './virtualTime.ts';

/** Keeps the tests of a file off the network, and has each begin at the same time, which is virtual. */
export function keepApart(): void {
  beforeAll(() => nock.disableNetConnect());
  afterEach(() => nock.cleanAll());
  haveVirtualTime();
}
