import { vi } from 'vitest';

/** Asks until there is an answer; the test's own time limit ends it. */
export const waitFor = <T>(ask: () => T | undefined | Promise<T | undefined>): Promise<T> =>
  vi.waitUntil(ask as () => Promise<T>, { interval: 20, timeout: 120_000 }) as Promise<T>;
