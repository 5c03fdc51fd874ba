import type { Caller } from '../call/caller';
import type { Sleeper, WakingPorts } from '../call/Waker';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import { soonestSetMs } from './timers';

/**
 * n8n wakes at its start whatever is due by then, all at once and before its own parts are ready, and
 * may mark what is awake then as crashed. So one sleeping execution, the first, has a timer that is
 * near. It has stored who else sleeps in its process, and wakes them after a restart. The others have
 * timers that are far away, and none of them falls asleep before the first has stored it. The second
 * has stored the same, with a timer that is a little later: n8n may be killed while the first is awake.
 *
 * As long as the process lives, none of these timers goes off: whoever's timer comes near is woken
 * before n8n sets it, and sleeps anew. n8n would start an execution that is over by then, and write an
 * error about that.
 */
export type Role =
  | { kind: 'first' | 'second'; others: ReadonlyMap<string, Sleeper> }
  /** The first has stored it. */
  | { kind: 'listed' }
  /** Nobody else wakes it, as in the workers of queue mode: it has a timer of its own. */
  | { kind: 'alone' };

/** Those who fall asleep within this time of another are listed together: each first costs a waking. */
const gatherMs = 2_000;

/** One that has not fallen asleep as the first in this time may have failed. */
const patienceMs = 5_000;

/** Calling an execution, waking it and storing it anew takes less, the time to gather included. */
const renewalMs = 10_000;

const wakenAtOnce = 4;

/** Who sleeps in this process, and who wakes them when it is gone. May be lost at any time. */
export class Sleepers {
  private readonly asleep = new Map<string, Sleeper & { kind: Role['kind']; timerAtMs: number }>();
  /** The one that has stored the others. */
  private first: { executionId: string; others: ReadonlyMap<string, Sleeper> } | undefined;
  /** The one that has stored what the first has, or is about to; those of the last seconds aside. */
  private second: string | undefined;
  /** The one that is about to sleep as the first, or fails before. */
  private nextFirst: string | undefined;
  /** When the newest first was chosen. */
  private chosenAtMs = -Infinity;
  /** Those who are awake until a first has stored them. */
  private readonly newcomers = new Map<string, { sleeper: Sleeper; tell(role: Role): void }>();
  /** Those of an earlier process that have not woken yet. */
  private readonly missing = new Map<string, Sleeper>();
  /** Those that are called so that they take another role, or sleep with a new timer. */
  private readonly wanted = new Set<string>();
  private isRunning = false;
  private callN8n: Caller | undefined;

  constructor(private readonly ports: WakingPorts) {}

  /** Whether a call is to wake the execution, whatever its tasks do. */
  isWanted = (executionId: string): boolean => this.wanted.has(executionId);

  /**
   * Finds the role of an execution that is about to sleep.
   *
   * @param callN8n - kept for later
   */
  async findRole(sleeper: Sleeper, callN8n: Caller): Promise<Role> {
    const { executionId } = sleeper;
    this.callN8n = callN8n;
    this.leave(executionId);
    if (this.first?.others.has(executionId)) {
      const isMissed = this.second === undefined && this.nextFirst === undefined;
      return isMissed ? this.makeSecond(executionId) : { kind: 'listed' };
    }
    const isLull = this.ports.nowMs() - this.chosenAtMs >= gatherMs;
    if (this.nextFirst === undefined && (isLull || this.first === undefined))
      return this.makeFirst(executionId);
    return await new Promise((tell) => {
      this.newcomers.set(executionId, { sleeper, tell });
      void this.run();
    });
  }

  /**
   * n8n has stored the execution asleep, in that role.
   *
   * @param leftMs - until n8n wakes it by itself
   */
  noteStored(sleeper: Sleeper, role: Role, leftMs: number): void {
    const { executionId } = sleeper;
    const { kind } = role;
    if (kind === 'alone') return;
    this.asleep.set(executionId, { ...sleeper, kind, timerAtMs: this.ports.nowMs() + leftMs });
    if (kind === 'first') {
      this.first = { executionId, others: role.others };
      this.nextFirst = undefined;
      for (const id of role.others.keys()) this.tell(id, { kind: 'listed' });
    }
    void this.run();
  }

  /** The execution is awake again, or over. */
  leave(executionId: string): void {
    this.asleep.delete(executionId);
    this.missing.delete(executionId);
    if (this.first?.executionId === executionId) this.first = undefined;
    if (this.nextFirst === executionId) this.nextFirst = undefined;
    if (this.second === executionId) this.second = undefined;
    this.wanted.delete(executionId);
  }

  /** Wakes those that the first of an earlier process has listed, a few at a time. */
  async wakeListed(listed: readonly Sleeper[], callN8n: Caller): Promise<void> {
    const unknown = listed.filter(
      ({ executionId: id }) => !this.asleep.has(id) && !this.newcomers.has(id),
    );
    for (const sleeper of unknown) this.missing.set(sleeper.executionId, sleeper);
    await mapConcurrently(unknown, wakenAtOnce, async (sleeper) => {
      if (!this.missing.has(sleeper.executionId)) return;
      await this.ports.wake(sleeper, callN8n);
      this.missing.delete(sleeper.executionId);
    });
  }

  private tell(executionId: string, role: Role): void {
    this.newcomers.get(executionId)?.tell(role);
    this.newcomers.delete(executionId);
  }

  private makeFirst(executionId: string): Role {
    // Its list lacks those who have just come until its timer comes near; nobody is woken for that.
    if (this.first !== undefined) this.second = this.first.executionId;
    this.nextFirst = executionId;
    this.chosenAtMs = this.ports.nowMs();
    return { kind: 'first', others: this.listOthers(executionId) };
  }

  private makeSecond(executionId: string): Role {
    this.second = executionId;
    // Who has been told that it is listed may not sleep yet.
    const others = new Map([...(this.first?.others ?? []), ...this.listOthers(executionId)]);
    others.delete(executionId);
    return { kind: 'second', others };
  }

  private listOthers(executionId: string): Map<string, Sleeper> {
    const newcomers = [...this.newcomers].map(([id, { sleeper }]) => [id, sleeper] as const);
    const all = new Map<string, Sleeper>([...this.missing, ...this.asleep, ...newcomers]);
    all.delete(executionId);
    return all;
  }

  /** Sees to it that there are a first and a second, with all others, and that no timer goes off. */
  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.asleep.size + this.newcomers.size > 0) {
      await this.ports.sleep(gatherMs);
      if (this.ports.nowMs() - this.chosenAtMs > patienceMs) this.nextFirst = undefined;
      const [newcomer] = this.newcomers.keys();
      if (newcomer !== undefined && this.nextFirst === undefined)
        this.tell(newcomer, this.makeFirst(newcomer));
      this.callWanted();
    }
    this.isRunning = false;
  }

  private callWanted(): void {
    if (this.wanted.size > 0) return;
    for (const id of this.findWanted()) void this.call(id);
  }

  private findWanted(): string[] {
    const soonMs = this.ports.nowMs() + soonestSetMs + renewalMs;
    const { first, second } = this;
    const isFirst = (id: string) => id === first?.executionId;
    // Those whose timers come near, whose place another has taken, or whom a later first doesn't know.
    const renewed = [...this.asleep.values()]
      .filter(
        ({ executionId: id, kind, timerAtMs }) =>
          timerAtMs <= soonMs ||
          (kind !== 'listed' && !isFirst(id) && id !== second) ||
          (first !== undefined && !isFirst(id) && !first.others.has(id)),
      )
      .map(({ executionId }) => executionId);
    if (this.nextFirst !== undefined || (first && (second || renewed.length > 0)))
      return renewed.slice(0, wakenAtOnce);
    // Who fell asleep last sleeps longest, as a rule.
    const successor = [...this.asleep.values()].findLast(({ kind }) => kind === 'listed');
    return successor === undefined ? renewed : [successor.executionId];
  }

  private async call(executionId: string): Promise<void> {
    this.wanted.add(executionId);
    await this.ports.wake(this.asleep.get(executionId)!, this.callN8n!);
    this.wanted.delete(executionId);
    this.callWanted();
  }
}
