// Loaded before a sample, so that its pauses of seconds take no time but still count.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const later = globalThis.setTimeout;
let nowMs = 0;
performance.now = () => nowMs;
globalThis.setTimeout = (work, ms = 0, ...args) => {
  if (ms < 5_000) return later(work, ms, ...args);
  return later(() => {
    nowMs += ms;
    work(...args);
  });
};
timers.setTimeout = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
syncBuiltinESMExports();
