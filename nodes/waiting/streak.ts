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
