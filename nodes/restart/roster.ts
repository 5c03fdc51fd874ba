import type { OwnAddresses } from '../n8n/ownAddresses';
import type { Caller } from '../call/requester';
import { callExecution } from '../call/callExecution';
import { askState } from '../call/askState';
import { Orphans } from './orphans';
import { soonestSetMs } from './timer';
import { sleep } from '../concurrency/sleep';

/**
 * n8n wakes at its start whatever is due by then, all at once and before its own parts are ready. So
 * two executions have a timer that is near: the roots. Each root stores with itself who else sleeps
 * in its process, and the first that wakes after a restart calls them, one after another. The others,
 * the leaves, have a timer that is far away; none of them falls asleep before each root has stored it.
 *
 * A root wakes only while another one is stored, as long as anybody else sleeps: with the last, those
 * who sleep would be left to timers that are far away.
 *
 * As long as the process lives, none of these timers goes off: whoever's timer comes near is woken
 * before n8n sets it, and sleeps anew. n8n would start an execution that is over by then, and write an
 * error about that.
 */
export type Place =
  | { kind: 'root'; lists: ReadonlyMap<string, OwnAddresses> }
  | { kind: 'leaf' }
  /** Nobody else brings it home: it has a timer of its own, as in the workers of queue mode. */
  | { kind: 'alone' };

type Root = Extract<Place, { kind: 'root' }>;

export interface RosterWorld {
  nowMs(): number;
  /** Resolves after the time. */
  sleep(durationMs: number): Promise<void>;
}

// One may leave at any time, or be awake as n8n is killed.
const mostRoots = 2;

// Those who fall asleep within this time are listed together.
const gatherMs = 2_000;

/** A root that does not come in this time stands in a queue: then everybody has a timer. */
const patienceMs = 5_000;
const lookAgainMs = 250;

const slowForMs = 10 * 60_000;

const retryMs = 60_000;

/** How often the timers are looked at. */
const lookEveryMs = 5_000;

/** Calling an execution, waking it and storing it anew takes less. */
const renewalMs = 6_000;

/** Who sleeps in this process, and who brings them home when it is gone. May be lost at any time. */
export class Roster {
  /** Told of each that n8n says is over. */
  onOver: (executionId: string) => void = () => {};
  private readonly asleep = new Map<string, OwnAddresses>();
  /** The roots that are stored asleep, in the order in which they were stored. */
  private readonly roots = new Map<string, Root>();
  /** Roots that are about to wake, or wait for another one before they do. */
  private readonly leaving = new Set<string>();
  private relievesUnderWay = 0;
  /** Those who are to be roots as soon as they are stored. */
  private readonly rootsToBe = new Set<string>();
  private readonly newcomers = new Map<
    string,
    { addresses: OwnAddresses; tell(place: Place): void }
  >();
  private readonly orphans: Orphans;
  /** When n8n wakes those who are asleep by itself. */
  private readonly timersMs = new Map<string, number>();
  private isLookingAtTimers = false;
  private wanted: string | undefined;
  private slowUntilMs = -Infinity;
  private isTending = false;
  private caller: Caller | undefined;

  constructor(private readonly world: RosterWorld) {
    this.orphans = new Orphans(world);
  }

  /** How many are known here, in any state. */
  get size(): number {
    return this.asleep.size + this.newcomers.size + this.orphans.size + this.rootsToBe.size;
  }

  /**
   * Finds the place of an execution that is about to sleep.
   *
   * @param caller - calls n8n; kept for later
   */
  async takePlace(executionId: string, addresses: OwnAddresses, caller: Caller): Promise<Place> {
    this.caller = caller;
    this.arrive(executionId);
    if (this.lacksRoot()) return this.makeRoot(executionId);
    if (this.world.nowMs() < this.slowUntilMs) return { kind: 'alone' };
    return await new Promise((tell) => {
      this.newcomers.set(executionId, { addresses, tell });
      void this.tend();
    });
  }

  /**
   * n8n has stored the execution asleep, in that place.
   *
   * @param leftMs - until n8n wakes it by itself
   */
  noteStored(executionId: string, addresses: OwnAddresses, place: Place, leftMs: number): void {
    this.rootsToBe.delete(executionId);
    if (place.kind === 'alone') return;
    this.asleep.set(executionId, addresses);
    this.timersMs.set(executionId, this.world.nowMs() + leftMs);
    void this.lookAtTimers();
    if (place.kind === 'root') {
      this.roots.set(executionId, place);
      for (const [id, { tell }] of this.newcomers) {
        // In all of them: the one that lists it may leave, and n8n be killed before the next does.
        if ([...this.roots.values()].some(({ lists }) => !lists.has(id))) continue;
        this.newcomers.delete(id);
        tell({ kind: 'leaf' });
      }
    }
    void this.tend();
  }

  /** The execution is awake again, or over. */
  arrive(executionId: string): void {
    this.asleep.delete(executionId);
    this.timersMs.delete(executionId);
    this.roots.delete(executionId);
    this.leaving.delete(executionId);
    this.rootsToBe.delete(executionId);
    if (this.wanted === executionId) this.wanted = undefined;
    this.orphans.arrive(executionId);
    void this.tend();
  }

  /**
   * Resolves when the execution, which is called, may wake: it is no root, another root is stored, or
   * nobody else sleeps. At the latest after {@link patienceMs}.
   */
  async relieve(executionId: string): Promise<void> {
    if (!this.roots.has(executionId)) return;
    this.leaving.add(executionId);
    void this.tend();
    this.relievesUnderWay += 1;
    for (let ms = 0; ms < patienceMs && this.isLastRoot(executionId); ms += lookAgainMs)
      await this.world.sleep(lookAgainMs);
    this.relievesUnderWay -= 1;
  }

  /** Whether nobody would bring home the others if this root woke now. */
  private isLastRoot(executionId: string): boolean {
    const isOther = (id: string) => id !== executionId && !this.leaving.has(id);
    if (!this.roots.has(executionId) || ![...this.asleep.keys()].some(isOther)) return false;
    return ![...this.roots.keys()].some((id) => isOther(id) && id !== this.wanted);
  }

  /** Whether there are too few roots, those that are about to wake not counted. */
  private lacksRoot(): boolean {
    const staying = [...this.roots.keys()].filter((id) => !this.leaving.has(id)).length;
    return staying + this.rootsToBe.size < mostRoots;
  }

  /** Whether the execution is to wake so that it stores who sleeps here. */
  isWanted = (executionId: string): boolean => this.wanted === executionId;

  /** Calls the sleepers that a root of an earlier process has listed, one after another. */
  adopt(lists: ReadonlyMap<string, OwnAddresses>, caller: Caller): void {
    this.caller = caller;
    const unknown = [...lists].filter(([id]) => !this.asleep.has(id) && !this.newcomers.has(id));
    this.orphans.adopt(unknown, caller);
  }

  /** Calls one execution that sleeps, until it has come. */
  bringHome(executionId: string, addresses: OwnAddresses, caller: Caller): void {
    this.caller = caller;
    this.orphans.bringHome(executionId, addresses, caller);
  }

  private makeRoot(executionId: string): Root {
    this.rootsToBe.add(executionId);
    const newcomers = [...this.newcomers].map(([id, { addresses }]) => [id, addresses] as const);
    const lists = new Map([...this.orphans.addresses(), ...this.asleep, ...newcomers]);
    lists.delete(executionId);
    return { kind: 'root', lists };
  }

  /** Has those woken whose timers come near, for as long as somebody sleeps. */
  private async lookAtTimers(): Promise<void> {
    if (this.isLookingAtTimers) return;
    this.isLookingAtTimers = true;
    while (this.asleep.size > 0) {
      await this.world.sleep(lookEveryMs);
      void this.tend();
    }
    this.isLookingAtTimers = false;
  }

  /** Whose timer n8n may set before it is looked at again. Where calls queue, nobody is called for it. */
  private findDue(): string | undefined {
    const nowMs = this.world.nowMs();
    if (nowMs < this.slowUntilMs) return undefined;
    const soonMs = nowMs + soonestSetMs + lookEveryMs + renewalMs;
    return [...this.timersMs].find(([, timerMs]) => timerMs <= soonMs)?.[0];
  }

  /**
   * Who is to wake next so that no timer goes off, and so that, in the end, each root lists all whose
   * timers are far away.
   */
  private findStale(): string | undefined {
    // Who fell asleep last sleeps longest, as a rule.
    const leaves = [...this.asleep.keys()].filter((id) => !this.roots.has(id)).reverse();
    if (leaves.length > 0 && this.lacksRoot()) return leaves[0];
    const due = this.findDue();
    if (due !== undefined) return due;
    const roots = [...this.roots].filter(([id]) => !this.leaving.has(id));
    const stale = roots.find(([, { lists }]) => leaves.some((id) => !lists.has(id)));
    return (stale ?? (this.newcomers.size > 0 ? roots[0] : undefined))?.[0];
  }

  /** Wakes roots, one after another, so that they store who sleeps here. */
  private async tend(): Promise<void> {
    if (this.isTending) return;
    this.isTending = true;
    try {
      while (this.newcomers.size > 0 || this.findStale() !== undefined) {
        await this.gather();
        this.promote();
        this.wanted = this.findStale();
        const addresses = this.asleep.get(this.wanted ?? '');
        if (addresses !== undefined) await this.callWanted(this.wanted!, addresses);
        if (await this.hasWantedCome()) continue;
        this.slowUntilMs = this.world.nowMs() + slowForMs;
        for (const { tell } of this.newcomers.values()) tell({ kind: 'alone' });
        this.newcomers.clear();
        await this.world.sleep(retryMs);
      }
    } finally {
      this.isTending = false;
      this.wanted = undefined;
    }
  }

  /** Waits for others who fall asleep as well, unless somebody waits for a root. */
  private async gather(): Promise<void> {
    let ms = 0;
    do await this.world.sleep(lookAgainMs);
    while ((ms += lookAgainMs) < gatherMs && this.relievesUnderWay === 0);
  }

  /** A person may have stopped it, of which n8n tells nobody. */
  private async callWanted(executionId: string, addresses: OwnAddresses): Promise<void> {
    const state = await askState(this.caller!, addresses);
    if (state === 'over') {
      this.arrive(executionId);
      this.onOver(executionId);
    }
    // It may have woken meanwhile.
    else if (this.isWanted(executionId))
      await callExecution(this.caller!, { executionId, resumeUrl: addresses.resumeUrl });
  }

  /** Waits until it is stored again, for a while. */
  private async hasWantedCome(): Promise<boolean> {
    const id = this.wanted;
    if (id === undefined) return true;
    const pauseMs = patienceMs / 20;
    for (let passedMs = 0; passedMs < patienceMs; passedMs += pauseMs) {
      await this.world.sleep(pauseMs);
      if (this.wanted === undefined && this.roots.has(id)) return true;
    }
    return this.wanted === undefined;
  }

  /** Newcomers take the places of roots that have left. */
  private promote(): void {
    for (const [id, { tell }] of this.newcomers) {
      if (!this.lacksRoot()) return;
      this.newcomers.delete(id);
      tell(this.makeRoot(id));
    }
  }
}

/** Who sleeps in this process. */
export const roster = new Roster({ nowMs: () => performance.now(), sleep });
