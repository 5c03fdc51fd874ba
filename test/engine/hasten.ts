import { afterEach, beforeEach } from 'vitest';

/** A second takes a tenth of one. */
const haste = 10;

/** Where the nodes limit what real work may take, which a busy machine needs in full. */
const limits = /\/nodes\/service\/(readBody|download\/guardBytes)\.(js|ts)/;
const shortestLimitMs = 1_000;
const isLimit = (delayMs: number) =>
  delayMs >= shortestLimitMs && limits.test(new Error('to see who waits').stack!);

/** Lets what a test waits for come sooner. */
export function hastenTimers(): void {
  const { setTimeout: start } = globalThis;
  beforeEach(() => {
    const hastened = (run: () => void, delayMs = 0, ...args: []) =>
      start(run, isLimit(delayMs) ? delayMs : delayMs / haste, ...args);
    globalThis.setTimeout = Object.assign(hastened, start) as typeof start;
  });
  afterEach(() => void (globalThis.setTimeout = start));
}

/** Lets the timers and clocks of a test run faster, for what has to wait. */
export function hasten(): void {
  hastenTimers();
  const [timeOfDay, steady] = [Date.now, performance.now];
  beforeEach(() => {
    const beganMs = timeOfDay();
    Date.now = () => Math.floor(beganMs + (timeOfDay() - beganMs) * haste);
    performance.now = () => steady.call(performance) * haste;
  });
  afterEach(() => void ([Date.now, performance.now] = [timeOfDay, steady]));
}
