/** How to wait. All times in milliseconds. */
export interface WaitSettings {
  /** Time between two requests for the same task. */
  intervalMs: number;
  /** Time from the first look at a task until the wait for it is given up. */
  timeoutMs: number;
}

export const defaultSettings: WaitSettings = {
  // The interval that the service's own clients use (section 3 of the contract).
  intervalMs: 5_000,
  timeoutMs: 30 * 60_000,
};

/** Share of a delay by which it is randomly lengthened or shortened, so that waits drift apart. */
export const jitterShare = 0.1;

/** Longest delay between two requests while requests fail. */
export const longestBackoffMs = 60_000;

/** How long, and for how many answers in a row, a task may be "not found" before that is believed. */
export const notFoundTolerance = { durationMs: 60_000, answers: 3 };

/**
 * How long an address may stay silent, from the first request on, before it counts as one where no
 * service is. It does not apply once the address has answered, be it with an error.
 */
export const silenceTolerance = { durationMs: 60_000, answers: 3 };

/**
 * How long the key may be refused before that is believed: while it was never accepted in this
 * wait, and when it was accepted before.
 */
export const keyRefusalTolerance = {
  never: { durationMs: 5_000, answers: 3 },
  before: { durationMs: 60_000, answers: 3 },
};

/** Longest interval between requests that are to show whether the address or the key is any good. */
export const longestProbeIntervalMs = 5_000;

/** How many answers in a row may contradict themselves before the wait is given up. */
export const contradictionTolerance = { answers: 3 };

/** How many answers in a row may say "completed" without a usable result before that is believed. */
export const missingResultTolerance = { answers: 3 };

/** The same thing seen several times in a row. Plain JSON: sleeping executions store it. */
export interface Streak {
  sinceMs: number;
  count: number;
}

/** How often, and for how long, a thing must be seen in a row before it is believed. */
export interface Tolerance {
  answers: number;
  durationMs: number;
}

export function extendStreak(streak: Streak | undefined, nowMs: number): Streak {
  return { sinceMs: streak?.sinceMs ?? nowMs, count: (streak?.count ?? 0) + 1 };
}

export function isBelieved(
  streak: Streak | undefined,
  { answers, durationMs }: Tolerance,
  nowMs: number,
): boolean {
  return streak !== undefined && streak.count >= answers && nowMs - streak.sinceMs >= durationMs;
}
