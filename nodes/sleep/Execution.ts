import type { IExecuteFunctions } from 'n8n-workflow';
import { callerOf, type Caller } from '../call/caller';
import type { Sleeper } from '../call/Waker';
import { reopen, startWait, type WaitState } from '../look/WaitState';
import { handlersWhenStored, readPass } from '../n8n/execution';
import { readOwnAddresses } from '../n8n/ownAddresses';
import { processMark, wake } from './processState';
import { putToSleep } from './putToSleep';
import { recordKey, type SleepRecord, type StoredSleep, type StoredWait } from './sleepRecord';

/** Where a node's waits stand in the context that n8n keeps for it, by the pass over its input. */
const waitsKey = 'waits';

/** When n8n ends a sleep, and its timers of earlier sleeps that may still go off. */
interface Timers {
  earlierMs: readonly number[];
  untilMs: number;
}

/** The running execution with all that n8n stores of its sleeps, and of the node's waits. */
export class Execution {
  /** Called by an MCP server, an execution has none. */
  readonly id: string;

  constructor(private readonly context: IExecuteFunctions) {
    this.id = context.getExecutionId();
  }

  get callN8n(): Caller {
    return callerOf(this.context);
  }

  /** Read while it runs: its addresses carry the token without which n8n refuses a call. */
  get sleeper(): Sleeper {
    return { executionId: this.id, ...readOwnAddresses(this.context) };
  }

  /** What is stored of its sleeps; a copy that is run again has none. */
  get record(): SleepRecord {
    const stored = this.context.getContext('flow')[recordKey] as SleepRecord | undefined;
    const isOwn = stored !== undefined && stored.executionId === this.id;
    return isOwn ? stored : { executionId: this.id, timersMs: [] };
  }

  /** It is awake, and these timers of n8n may still go off, or keep it awake from now on. */
  storeAwake(timersMs: readonly number[]): void {
    this.storeRecord({ timersMs: [...timersMs] });
  }

  /** A sleep that begins now, in this process. */
  newSleep(nowMs: number): StoredSleep {
    const { sleeper } = this;
    const begun = { id: `${Math.random()}`, sinceMs: nowMs, process: processMark };
    return { ...begun, sleeper, isCalled: false };
  }

  /**
   * Puts the execution to sleep, and stores the sleep with it.
   *
   * @param onStored - called when n8n has stored what becomes of it: it may have been stopped meanwhile
   * @returns whether it sleeps; where n8n refuses, everything is as it was
   */
  async sleep(
    sleep: StoredSleep,
    { earlierMs, untilMs }: Timers,
    onStored: (isAsleep: boolean) => void,
  ): Promise<boolean> {
    this.storeRecord({ sleep, timersMs: [...earlierMs, untilMs] });
    const isAsleep = await putToSleep(this.context, untilMs);
    if (isAsleep) handlersWhenStored(this.context)?.push((run) => onStored(Boolean(run.waitTill)));
    else this.storeAwake(earlierMs);
    return isAsleep;
  }

  /**
   * Puts the execution to sleep as `sleep` does, and has it called.
   *
   * @param untilMayWake - resolves when it may be called
   */
  async sleepAndBeCalled(
    sleep: StoredSleep,
    timers: Timers,
    untilMayWake = async () => {},
  ): Promise<boolean> {
    const { callN8n } = this;
    return await this.sleep(sleep, timers, (isAsleep) => {
      if (isAsleep) void untilMayWake().then(() => wake(sleep.sleeper, callN8n));
    });
  }

  /**
   * Reads what an earlier visit left: it outlasts sleep, restarts, the tries of "Retry On Fail", and
   * a move to another worker. A copy of an execution that is run again starts anew.
   *
   * @returns also whether the execution has slept in this wait
   */
  readWait(nowMs: number): { state: WaitState; read?: unknown; hasSlept: boolean } {
    const stored = this.waits[readPass(this.context)];
    if (stored === undefined || stored.executionId !== this.id)
      return { state: startWait(), hasSlept: false };
    const { state, read, isOver = false } = stored;
    return { state: isOver ? reopen(state, nowMs) : state, read, hasSlept: !isOver };
  }

  /** Stores a wait in which the execution goes to sleep, or that is over. */
  storeWait(wait: Omit<StoredWait, 'executionId'>): void {
    const others = Object.entries(this.waits).filter(([, { isOver }]) => !isOver);
    const stored: StoredWait = { executionId: this.id, ...wait };
    const waits = { ...Object.fromEntries(others), [readPass(this.context)]: stored };
    this.context.getContext('node')[waitsKey] = waits;
  }

  /** The tasks that the node waits for, or has waited for. */
  get taskIds(): string[] {
    const all = Object.values(this.waits).flatMap(({ state }) => Object.keys(state.tasks));
    return [...new Set(all)];
  }

  private storeRecord(record: Omit<SleepRecord, 'executionId'>): void {
    this.context.getContext('flow')[recordKey] = { executionId: this.id, ...record };
  }

  private get waits(): Record<string, StoredWait> {
    return (this.context.getContext('node')[waitsKey] ?? {}) as Record<string, StoredWait>;
  }
}
