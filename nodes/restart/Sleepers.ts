import type { Caller } from '../call/caller';
import type { Sleeper, WakingPorts } from '../call/Waker';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import { soonestSetMs } from './timers';

/**
 * n8n wakes at its start whatever is due by then, all at once and before its own parts are ready, and
 * may mark what is awake then as crashed. So one sleeping execution, the first, has a timer that is
 * near. It has stored who else sleeps in its process, and wakes them after a restart, one after
 * another. The others have timers that are far away; none of them falls asleep before the first has
 * stored it.
 *
 * As long as the process lives, none of these timers goes off: whoever's timer comes near is woken
 * before n8n sets it, and sleeps anew. n8n would start an execution that is over by then, and write an
 * error about that.
 */
export type Role =
  | { kind: 'first'; others: ReadonlyMap<string, Sleeper> }
  /** The first has stored it. */
  | { kind: 'listed' }
  /** Nobody else wakes it: it has a timer of its own, as in the workers of queue mode. */
  | { kind: 'alone' };

/** Those who fall asleep within this time are listed together. */
const gatherMs = 1_000;

/** One that is called and does not come in this time stands in a queue: then everybody has a timer. */
const patienceMs = 5_000;
const lookAgainMs = 250;
const queueForMs = 60_000;

/** Calling an execution, waking it and storing it anew takes less, each second's look included. */
const renewalMs = 10_000;

const wakenAtOnce = 4;

/** Who sleeps in this process, and who wakes them when it is gone. May be lost at any time. */
export class Sleepers {
  private readonly asleep = new Map<string, Sleeper & { timerAtMs: number }>();
  /** The one with a list of the others; until it is stored, it is about to sleep. */
  private first:
    { executionId: string; others: ReadonlyMap<string, Sleeper>; isStored: boolean } | undefined;
  /** Those who are awake until the first has stored them. */
  private readonly newcomers = new Map<string, { sleeper: Sleeper; tell(role: Role): void }>();
  /** Those of an earlier process that have not woken yet. */
  private readonly missing = new Map<string, Sleeper>();
  /** The one that is called so that it stores the others, or sleeps with a new timer. */
  private wanted: string | undefined;
  private isQueueing = false;
  private isRunning = false;
  private callN8n: Caller | undefined;

  constructor(private readonly ports: WakingPorts) {}

  /** Whether a call is to wake the execution, whatever its tasks do. */
  isWanted = (executionId: string): boolean => this.wanted === executionId;

  /**
   * Finds the role of an execution that is about to sleep.
   *
   * @param callN8n - kept for later
   */
  async findRole(sleeper: Sleeper, callN8n: Caller): Promise<Role> {
    const { executionId } = sleeper;
    this.callN8n = callN8n;
    this.leave(executionId);
    if (this.first === undefined) return this.makeFirst(executionId);
    if (this.isQueueing) return { kind: 'alone' };
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
    if (role.kind === 'alone') return;
    this.asleep.set(executionId, { ...sleeper, timerAtMs: this.ports.nowMs() + leftMs });
    if (role.kind === 'first') {
      this.first = { executionId, others: role.others, isStored: true };
      for (const id of role.others.keys()) this.tell(id, { kind: 'listed' });
    }
    void this.run();
  }

  /** The execution is awake again, or over. */
  leave(executionId: string): void {
    this.asleep.delete(executionId);
    this.missing.delete(executionId);
    if (this.first?.executionId === executionId) this.first = undefined;
    if (this.wanted === executionId) this.wanted = undefined;
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
    const newcomers = [...this.newcomers].map(([id, { sleeper }]) => [id, sleeper] as const);
    const others = new Map<string, Sleeper>([...this.missing, ...this.asleep, ...newcomers]);
    others.delete(executionId);
    this.first = { executionId, others, isStored: false };
    return { kind: 'first', others };
  }

  /** Sees to it that there is a first, that it lists all others, and that no timer goes off. */
  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.asleep.size + this.newcomers.size > 0) {
      await this.ports.sleep(gatherMs);
      const [newcomer] = this.newcomers.keys();
      if (newcomer !== undefined && this.first === undefined)
        this.tell(newcomer, this.makeFirst(newcomer));
      this.wanted = this.findWanted();
      if (this.wanted === undefined) continue;
      this.isQueueing = !(await this.callWanted(this.wanted));
      if (!this.isQueueing) continue;
      for (const id of [...this.newcomers.keys()]) this.tell(id, { kind: 'alone' });
      await this.ports.sleep(queueForMs);
    }
    this.isQueueing = false;
    this.isRunning = false;
  }

  private findWanted(): string | undefined {
    const { first } = this;
    // Who fell asleep last sleeps longest, as a rule.
    if (first === undefined) return [...this.asleep.keys()].at(-1);
    const isListed = (id: string) => id === first.executionId || first.others.has(id);
    if (first.isStored && ![...this.asleep.keys(), ...this.newcomers.keys()].every(isListed))
      return first.executionId;
    const soonMs = this.ports.nowMs() + soonestSetMs + renewalMs;
    return [...this.asleep].find(([, { timerAtMs }]) => timerAtMs <= soonMs)?.[0];
  }

  /** @returns whether it has come, or is over: a person may have stopped it, of which n8n tells nobody */
  private async callWanted(executionId: string): Promise<boolean> {
    void this.ports.wake(this.asleep.get(executionId)!, this.callN8n!);
    for (let ms = 0; ms < patienceMs && this.isWanted(executionId); ms += lookAgainMs)
      await this.ports.sleep(lookAgainMs);
    const hasCome = !this.isWanted(executionId);
    this.wanted = undefined;
    return hasCome;
  }
}
