import { afterEach, beforeEach } from 'vitest';

/** A second takes a tenth of one; a limit of half a minute is still enough for real work. */
const haste = 10;

/** Lets the timers of a test run faster. */
export function hastenTimers(): void {
  const { setTimeout: start } = globalThis;
  beforeEach(() => {
    const hastened = (run: () => void, delayMs = 0, ...args: []) =>
      start(run, delayMs / haste, ...args);
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
