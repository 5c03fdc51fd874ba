import { createRequire } from 'node:module';
import { afterAll, vi } from 'vitest';

// Test files that have their process in common: each begins as if it were the first there, and
// nothing of it goes on when it is over. n8n's engine, which takes a second to load, stays.
vi.resetModules();

const require = createRequire(import.meta.url);
const isBuilt = /\/(\.out|dist)\/(nodes|credentials)\//;
for (const file of Object.keys(require.cache)) if (isBuilt.test(file)) delete require.cache[file];

type Start = (run: (...args: unknown[]) => void, ...rest: unknown[]) => unknown;

const env = { ...process.env };
const { setTimeout, setInterval, setImmediate } = globalThis;
let isOver = false;
/** Starts only what ends with the file. */
const bounded = <T>(start: T): T => {
  const startBounded: Start = (run, ...rest) =>
    (start as Start)(
      (...args) => {
        if (!isOver) run(...args);
      },
      ...rest,
    );
  return Object.assign(startBounded, start) as T;
};
Object.assign(globalThis, {
  setTimeout: bounded(setTimeout),
  setInterval: bounded(setInterval),
  setImmediate: bounded(setImmediate),
});

afterAll(() => {
  isOver = true;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Object.assign(globalThis, { setTimeout, setInterval, setImmediate });
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
});
