import { foreseenEndMs, isSteady } from './howOften';
import type { TaskWait } from './WaitState';

/** Fewer tasks are each looked at for themselves. */
export const leastCrowd = 100;
/** One task in so many goes ahead. */
const scoutEach = 16;
/** So many of their ends tell something of the others. */
const tellingEnds = 4;
/** The others' first looks are spread over these shares of the shortest task that is known. */
const sharesOfShortest = { least: 0.65, most: 0.8 };
/** ... and are at most so many intervals later than they would be otherwise. */
const mostIntervals = 4;
/** While the scouts' first answers are under way, the others wait for so much of an interval. */
const momentShare = 0.2;

/**
 * What the first of many tasks tell of the others. One in sixteen is looked at first; the others are
 * looked at when theirs may soon be over, since before that there is nothing to learn.
 */
export class Crowd {
  /** From its creation to its end, of the shortest task that is known or foreseen. */
  private shortestMs = Infinity;
  private ends = 0;
  /** How often a progress went on at its pace when it was seen again, and how often it didn't. */
  private kept = 0;
  private changed = 0;

  /** Whether nothing speaks against a progress that goes on as it began. */
  get keepsPace(): boolean {
    return this.ends >= tellingEnds && 4 * this.changed <= this.kept;
  }

  /** An answer told of a task. */
  note(taskWait: TaskWait, nowMs: number): void {
    const { firstProgress, earlierProgress, lastProgress, firstAskAtMs, outcome } = taskWait;
    // Of a task that wasn't created here, nobody knows when it began.
    if (firstAskAtMs === undefined || firstProgress === undefined) return;
    const endMs = outcome === undefined ? foreseenEndMs(taskWait) : nowMs;
    if (Number.isFinite(endMs)) {
      this.ends += 1;
      this.shortestMs = Math.min(this.shortestMs, endMs - firstProgress.atMs);
    }
    if (lastProgress?.atMs !== nowMs || earlierProgress?.atMs === firstProgress.atMs) return;
    if (isSteady(taskWait)) this.kept += 1;
    else this.changed += 1;
  }

  /**
   * When the first look at a task is worthwhile, or when to ask that again. What was brought forward
   * is looked at, whatever the others tell.
   *
   * @param index - the task's place among all
   */
  worthwhileAtMs(taskWait: TaskWait, index: number, nowMs: number, intervalMs: number): number {
    const { polls, firstProgress, firstAskAtMs, deadlineAtMs } = taskWait;
    const nth = index % scoutEach;
    if (nth === 0 || polls > 0 || this.changed > this.kept) return nowMs;
    if (firstAskAtMs === undefined || firstProgress === undefined) return nowMs;
    if (this.ends < tellingEnds) {
      const momentMs = nowMs + momentShare * intervalMs;
      return Math.min(momentMs, firstAskAtMs + intervalMs, deadlineAtMs);
    }
    const { least, most } = sharesOfShortest;
    const share = least + ((most - least) * nth) / scoutEach;
    return Math.min(
      firstProgress.atMs + share * this.shortestMs,
      firstAskAtMs + mostIntervals * intervalMs,
      nowMs + intervalMs,
      deadlineAtMs,
    );
  }
}
