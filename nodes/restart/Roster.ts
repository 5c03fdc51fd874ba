import type { Caller, Sleeper, WakingPorts } from '../call/Waker';
import { mapConcurrently } from '../concurrency/mapItems';
import { renewedBeforeMs } from './timers';

/** What an execution is to the others of its account: docs/internals/sleep.md tells who wakes whom. */
export interface Role {
  /**
   * The root has stored who is "listed", and not yet, or for want of room, who is "fresh". Nobody calls
   * who is "alone" after a restart, as in the workers of queue mode.
   */
  kind: 'root' | 'listed' | 'fresh' | 'alone';
  /** Whom it is to list. */
  others: readonly Sleeper[];
}

interface Known {
  sleeper: Sleeper;
  sinceMs: number;
  timerAtMs: number;
}

interface Root {
  executionId: string;
  listed: ReadonlySet<string>;
  /** When it became the root, or woke: it is stored asleep soon after, or has failed. */
  sinceMs: number;
}

const turnMs = 2_000;
/** Whoever is not on the list for so long is put on it at the next turn. */
const unlistedMs = 20_000;
/** A root that is not asleep for so long has failed. */
const patienceMs = 10_000;
/** Some 200 kB, which the root stores each time. */
const mostListed = 2_000;
const calledAtOnce = 4;

/**
 * The executions of one account that sleep in this process, and the one of them that brings the
 * others home when it is gone. May be lost at any time.
 */
export class Roster {
  /** In the order in which they fell asleep. */
  private readonly asleep = new Map<string, Known>();
  private root: Root | undefined;
  private isRunning = false;
  private callN8n: Caller | undefined;

  constructor(private readonly ports: WakingPorts) {}

  get isEmpty(): boolean {
    return this.asleep.size === 0 && this.root === undefined;
  }

  /**
   * Finds the role of an execution that is about to sleep: the root where there is none.
   *
   * @param callN8n - kept for later
   */
  findRole(sleeper: Sleeper, callN8n: Caller): Role {
    const { executionId } = sleeper;
    this.callN8n = callN8n;
    this.asleep.delete(executionId);
    if (this.root !== undefined && this.root.executionId !== executionId) {
      // Should the root make a new list before this one is stored, it is on that list.
      this.add(sleeper, Infinity);
      return { kind: this.root.listed.has(executionId) ? 'listed' : 'fresh', others: [] };
    }
    const others = [...this.asleep.values()].slice(0, mostListed).map((known) => known.sleeper);
    const listed = new Set(others.map((other) => other.executionId));
    this.root = { executionId, listed, sinceMs: this.ports.nowMs() };
    return { kind: 'root', others };
  }

  /**
   * n8n has stored the execution asleep.
   *
   * @param leftMs - until n8n wakes it by itself
   */
  noteStored(sleeper: Sleeper, leftMs: number): void {
    this.add(sleeper, leftMs);
    void this.run();
  }

  /**
   * The execution does not sleep any more.
   *
   * @param mayReturn - it is awake, and may sleep again soon; otherwise another is the root at once
   */
  leave(executionId: string, mayReturn = false): void {
    this.asleep.delete(executionId);
    if (this.root?.executionId !== executionId) return;
    this.root = mayReturn ? { ...this.root, sinceMs: this.ports.nowMs() } : undefined;
    if (!mayReturn) this.callDue();
  }

  /** Has those called that the root of an earlier process has listed, a few at a time. */
  async wakeListed(listed: readonly Sleeper[], callN8n: Caller): Promise<void> {
    this.callN8n = callN8n;
    // Until they are awake, the next root lists them as well: n8n may be killed again.
    const missing = listed
      .filter(({ executionId }) => !this.asleep.has(executionId))
      .map((sleeper) => this.add(sleeper, Infinity));
    await mapConcurrently(missing, calledAtOnce, async (known) => {
      const { executionId } = known.sleeper;
      const isMissing = () => this.asleep.get(executionId) === known;
      if (isMissing()) await this.ports.wake(known.sleeper, callN8n);
      if (isMissing()) this.asleep.delete(executionId);
    });
  }

  private add(sleeper: Sleeper, leftMs: number): Known {
    const sinceMs = this.ports.nowMs();
    const known = { sleeper, sinceMs, timerAtMs: sinceMs + leftMs };
    this.asleep.set(sleeper.executionId, known);
    return known;
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.asleep.size > 0) {
      await this.ports.sleep(turnMs);
      this.callDue();
    }
    this.isRunning = false;
  }

  /** Those who are called already are not called once more. */
  private callDue(): void {
    for (const { sleeper } of this.findDue()) void this.ports.wake(sleeper, this.callN8n!);
  }

  /** Who is to wake and sleep anew: to be the root, to list somebody, or for a later timer. */
  private findDue(): Known[] {
    const nowMs = this.ports.nowMs();
    const { root } = this;
    const all = [...this.asleep.values()];
    const own = root && this.asleep.get(root.executionId);
    if (root && !own && nowMs - root.sinceMs > patienceMs) this.root = undefined;
    // The one that fell asleep last sleeps longest, as a rule.
    if (this.root === undefined) return all.slice(-1);
    const { listed } = this.root;
    const isListed = ({ sleeper }: Known) => listed.has(sleeper.executionId);
    const isNear = ({ timerAtMs }: Known, aheadMs: number) => timerAtMs <= nowMs + aheadMs;
    const isLacked = (one: Known) =>
      one !== own && !isListed(one) && one.sinceMs <= nowMs - unlistedMs;
    const lacksSome = all.filter(isListed).length < mostListed && all.some(isLacked);
    // Nobody else wakes then: who is awake while the root makes its list is not on it.
    if (own && (lacksSome || isNear(own, renewedBeforeMs.root))) return [own];
    const isDue = (one: Known) => isListed(one) && isNear(one, renewedBeforeMs.listed);
    return all.filter(isDue).slice(0, calledAtOnce);
  }
}
