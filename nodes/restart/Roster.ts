import type { Caller } from '../call/caller';
import type { Sleeper, WakingPorts } from '../call/Waker';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import { renewedBeforeMs } from './timers';

/**
 * n8n wakes at its start whatever is due by then, all at once and before its own parts are ready, and
 * may mark what is awake then as crashed. So of each account one sleeping execution, the root, has a
 * timer that is near: it has stored a list of the others, and has them called after a restart. The
 * others have timers that are far away.
 *
 * While the process lives, these timers don't go off: whoever's timer comes near is called before n8n
 * sets it, and sleeps anew. So is the root when its list lacks somebody.
 */
export type Role =
  | { kind: 'root'; others: readonly Sleeper[] }
  /** The root has stored it. */
  | { kind: 'listed' }
  /** The root has not stored it yet, or has no room for it. */
  | { kind: 'fresh' }
  /** Nobody calls it after a restart, as in the workers of queue mode. */
  | { kind: 'alone' };

interface Known {
  sleeper: Sleeper;
  sinceMs: number;
  timerAtMs: number;
  /** A call is under way, for it to wake and sleep anew. */
  isCalled: boolean;
}

interface Root {
  executionId: string;
  listed: ReadonlySet<string>;
  /** When it was chosen, or woke to store a newer list: it sleeps soon after, or has failed. */
  sinceMs: number;
}

const turnMs = 5_000;
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
  private readonly asleep = new Map<string, Known>();
  private root: Root | undefined;
  private isRunning = false;
  private callN8n: Caller | undefined;

  constructor(private readonly ports: WakingPorts) {}

  get isEmpty(): boolean {
    return this.asleep.size === 0 && this.root === undefined;
  }

  /** Finds the role of an execution that is about to sleep. */
  findRole(executionId: string): Role {
    const { root } = this;
    this.asleep.delete(executionId);
    if (root !== undefined && root.executionId !== executionId)
      return { kind: root.listed.has(executionId) ? 'listed' : 'fresh' };
    const others = [...this.asleep.values()].slice(0, mostListed).map(({ sleeper }) => sleeper);
    this.setRoot(executionId, others);
    return { kind: 'root', others };
  }

  /**
   * n8n has stored the execution asleep.
   *
   * @param leftMs - until n8n wakes it by itself
   * @param callN8n - kept for later
   */
  noteStored(sleeper: Sleeper, leftMs: number, callN8n: Caller): void {
    this.callN8n = callN8n;
    this.add(sleeper, leftMs, false);
    void this.run();
  }

  /** The execution is awake again, or over. */
  leave(executionId: string): void {
    const wasCalled = this.asleep.get(executionId)?.isCalled === true;
    this.asleep.delete(executionId);
    if (this.root?.executionId !== executionId) return;
    if (wasCalled) this.root.sinceMs = this.ports.nowMs();
    else this.replaceRoot();
  }

  /** Has those called that the root of an earlier process has listed, a few at a time. */
  async wakeListed(listed: readonly Sleeper[], callN8n: Caller): Promise<void> {
    // Until they are awake, the next root lists them as well: n8n may be killed again.
    const missing = listed
      .filter(({ executionId }) => !this.asleep.has(executionId))
      .map((sleeper) => this.add(sleeper, Infinity, true));
    await mapConcurrently(missing, calledAtOnce, async (known) => {
      const { executionId } = known.sleeper;
      const isMissing = () => this.asleep.get(executionId) === known;
      if (isMissing()) await this.ports.wake(known.sleeper, callN8n);
      if (isMissing()) this.asleep.delete(executionId);
    });
  }

  private add(sleeper: Sleeper, leftMs: number, isCalled: boolean): Known {
    const sinceMs = this.ports.nowMs();
    const known = { sleeper, sinceMs, timerAtMs: sinceMs + leftMs, isCalled };
    this.asleep.set(sleeper.executionId, known);
    return known;
  }

  private setRoot(executionId: string, others: readonly Sleeper[]): void {
    const listed = new Set(others.map((other) => other.executionId));
    this.root = { executionId, listed, sinceMs: this.ports.nowMs() };
  }

  /** The one that fell asleep last sleeps longest, as a rule: it is called, to sleep as the root. */
  private replaceRoot(): void {
    this.root = undefined;
    const successor = [...this.asleep.values()].findLast(({ isCalled }) => !isCalled);
    if (successor === undefined) return;
    this.setRoot(successor.sleeper.executionId, []);
    void this.call(successor);
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.asleep.size > 0) {
      await this.ports.sleep(turnMs);
      const { executionId = '', sinceMs = -Infinity } = this.root ?? {};
      const isLate = this.ports.nowMs() - sinceMs > patienceMs;
      if (isLate && !this.asleep.has(executionId)) this.replaceRoot();
      this.callDue();
    }
    this.isRunning = false;
  }

  /** Calls the root where its list lacks somebody, and those whose timers come near. */
  private callDue(): void {
    const { root } = this;
    if (root === undefined) return;
    const nowMs = this.ports.nowMs();
    const own = this.asleep.get(root.executionId);
    const others = [...this.asleep.values()].filter((known) => known !== own);
    const isListed = ({ sleeper }: Known) => root.listed.has(sleeper.executionId);
    const listed = others.filter(isListed);
    const lacksSome =
      listed.length < mostListed &&
      others.some((known) => !isListed(known) && known.sinceMs <= nowMs - unlistedMs);
    const isNear = ({ timerAtMs }: Known, aheadMs: number) => timerAtMs <= nowMs + aheadMs;
    if (own?.isCalled === false && (lacksSome || isNear(own, renewedBeforeMs.root)))
      void this.call(own);
    const free = Math.max(calledAtOnce - others.filter(({ isCalled }) => isCalled).length, 0);
    const due = listed.filter((one) => !one.isCalled && isNear(one, renewedBeforeMs.listed));
    for (const known of due.slice(0, free)) void this.call(known);
  }

  private async call(known: Known): Promise<void> {
    known.isCalled = true;
    const end = await this.ports.wake(known.sleeper, this.callN8n!);
    // If it sleeps on, it may be called again.
    known.isCalled = false;
    if (end === 'awake') this.callDue();
  }
}
