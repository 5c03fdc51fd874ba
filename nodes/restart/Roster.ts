import type { Caller, Sleeper, WakingPorts } from '../call/Waker';
import { mapConcurrently } from '../concurrency/mapItems';
import { renewedBeforeMs } from './timers';

/** An execution's role among those of its account; docs/internals/sleep.md explains who wakes whom. */
export interface Role {
  /**
   * The "root" has stored those who are "listed"; the "fresh" are too new for the list, or had no room on
   * it. After a restart nobody calls those who are "alone", as in the workers of queue mode.
   */
  kind: 'root' | 'listed' | 'fresh' | 'alone';
  /** Those whom the root lists. */
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
  /** When it became the root, or woke: soon after, it is asleep or has failed. */
  sinceMs: number;
}

const turnMs = 2_000;
/** Those who have been missing from the list this long get on it at the next turn. */
const unlistedMs = 20_000;
/** A root that has been awake this long has failed. */
const patienceMs = 10_000;
/** About 200 kB, which the root stores each time. */
const mostListed = 2_000;
const calledAtOnce = 4;

/** The sleeping executions of one account, and the root, which wakes the others after a restart. */
export class Roster {
  /** By execution ID, in the order in which they fell asleep. */
  private readonly asleep = new Map<string, Known>();
  private root: Root | undefined;
  private isRunning = false;
  private callN8n: Caller | undefined;

  constructor(private readonly ports: WakingPorts) {}

  get isEmpty(): boolean {
    return this.asleep.size === 0 && this.root === undefined;
  }

  /** Finds the role of an execution that is about to sleep: it is the root if there is none. */
  findRole(sleeper: Sleeper, callN8n: Caller): Role {
    const { executionId } = sleeper;
    this.callN8n = callN8n;
    this.asleep.delete(executionId);
    if (this.root !== undefined && this.root.executionId !== executionId) {
      // If the root makes a new list before this one is stored asleep, it is on that list.
      this.add(sleeper, Infinity);
      return { kind: this.root.listed.has(executionId) ? 'listed' : 'fresh', others: [] };
    }
    const others = [...this.asleep.values()].slice(0, mostListed).map((known) => known.sleeper);
    const listed = new Set(others.map((other) => other.executionId));
    this.root = { executionId, listed, sinceMs: this.ports.nowMs() };
    return { kind: 'root', others };
  }

  /** @param leftMs - until n8n's timer wakes the execution, which n8n has stored asleep */
  noteStored(sleeper: Sleeper, leftMs: number): void {
    this.add(sleeper, leftMs);
    void this.run();
  }

  /**
   * Notes that an execution no longer sleeps.
   *
   * @param mayReturn - whether it may sleep again soon; if not, another becomes the root at once
   */
  leave(executionId: string, mayReturn = false): void {
    this.asleep.delete(executionId);
    if (this.root?.executionId !== executionId) return;
    this.root = mayReturn ? { ...this.root, sinceMs: this.ports.nowMs() } : undefined;
    if (!mayReturn) this.callDue();
  }

  /** Wakes those whom the root of an earlier process has listed, a few at a time. */
  async wakeListed(listed: readonly Sleeper[], callN8n: Caller): Promise<void> {
    this.callN8n = callN8n;
    // Until they are awake, a new root lists them, too: n8n may be killed again.
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

  private callDue(): void {
    for (const { sleeper } of this.findDue()) void this.ports.wake(sleeper, this.callN8n!);
  }

  /** Finds who must wake and sleep again: to be the root, to renew its list, or to get a later timer. */
  private findDue(): Known[] {
    const nowMs = this.ports.nowMs();
    const { root } = this;
    const all = [...this.asleep.values()];
    const own = root && this.asleep.get(root.executionId);
    if (root && !own && nowMs - root.sinceMs > patienceMs) this.root = undefined;
    // Whoever fell asleep last usually sleeps longest.
    if (this.root === undefined) return all.slice(-1);
    const { listed } = this.root;
    const isListed = ({ sleeper }: Known) => listed.has(sleeper.executionId);
    const isNear = ({ timerAtMs }: Known, aheadMs: number) => timerAtMs <= nowMs + aheadMs;
    const isLacked = (one: Known) =>
      one !== own && !isListed(one) && one.sinceMs <= nowMs - unlistedMs;
    const lacksSome = all.filter(isListed).length < mostListed && all.some(isLacked);
    // Only the root: whoever is awake while it makes its list isn't on it.
    if (own && (lacksSome || isNear(own, renewedBeforeMs.root))) return [own];
    const isDue = (one: Known) => isListed(one) && isNear(one, renewedBeforeMs.listed);
    return all.filter(isDue).slice(0, calledAtOnce);
  }
}
