import { createRequire } from 'node:module';
import { afterAll, vi } from 'vitest';

// Test files that have their process in common: each begins as if it were the first there, and
// nothing of it goes on when it is over. n8n's engine, which takes a second to load, stays.
vi.resetModules();
// A test that ran into its time limit may have left the clocks as it had them.
vi.useRealTimers();
const clocks = ((globalThis as { testClocks?: Clocks }).testClocks ??= {
  now: Date.now,
  steady: performance.now,
});
[Date.now, performance.now] = [clocks.now, clocks.steady];

const require = createRequire(import.meta.url);
const isBuilt = /\/dist\/(nodes|credentials)\//;
for (const file of Object.keys(require.cache)) if (isBuilt.test(file)) delete require.cache[file];

type Clocks = { now: typeof Date.now; steady: typeof performance.now };
type Start = (run: (...args: unknown[]) => void, ...rest: unknown[]) => unknown;

/** How many files have been run in this process. */
const files = ((globalThis as { testFiles?: { over: number } }).testFiles ??= endTimersWithFile());

/** Lets what a test file starts end with it. Libraries that stay loaded have these timers as well. */
function endTimersWithFile() {
  const count = { over: 0 };
  const bounded = <T>(start: T): T => {
    const startBounded: Start = (run, ...rest) => {
      const begun = count.over;
      const runInFile = (...args: unknown[]) => {
        if (count.over === begun) run(...args);
      };
      return (start as Start)(runInFile, ...rest);
    };
    return Object.assign(startBounded, start) as T;
  };
  const { setTimeout, setInterval, setImmediate } = globalThis;
  Object.assign(globalThis, {
    setTimeout: bounded(setTimeout),
    setInterval: bounded(setInterval),
    setImmediate: bounded(setImmediate),
  });
  return count;
}

const env = { ...process.env };

afterAll(() => {
  files.over += 1;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
});
