import type { IRunExecutionData } from 'n8n-workflow';
import { answerCall } from './answerCall.ts';
import { n8nWorkflow } from './engine.ts';
import { AlreadyResuming, N8nProcess, type RunWish } from './N8nProcess.ts';
import { recoverAtStart } from './recoverAtStart.ts';
import type { HttpAnswer, HttpRequest } from './Service.ts';
import type { Status } from './Store.ts';

const lookEveryMs = 60_000;
const lookAheadMs = 70_000;
const queueRecoveryEveryMs = 180 * 60_000;
/** As n8n's `CRASHABLE_EXECUTION_STATUSES`. */
const crashable: readonly Status[] = ['new', 'running'];

/** Why n8n itself loses an execution that two workers run at once. */
export const startedByTimers = 'started twice, by its timers';

/** n8n's main process: it takes calls, wakes what is due, and tidies up when it starts. */
export class MainProcess extends N8nProcess {
  readonly kind = 'main';
  isListening = false;
  /** The pages of the editor are there, which n8n registers last. */
  isReady = false;
  private readonly timers = new Map<string, { isOff: boolean }>();
  private isTracking = true;
  private hasRecovered = false;
  private hasQueue = false;
  /** When a timer of n8n or, in queue mode, a call of others than the nodes, started an execution last. */
  readonly startedByOthersAtMs = new Map<string, number>();
  /** When a call of others than the nodes last woke an execution. */
  readonly calledAtMs = new Map<string, number>();
  /** Who was asked for although nothing is stored of them. */
  readonly askedUnstored = new Set<string>();
  /** Whom nodes have called although n8n had set a timer for them. */
  readonly calledBeforeTimer = new Set<string>();
  private modulesLoadFromMs = 0;
  private modulesLoadUntilMs = 0;

  async start(): Promise<void> {
    const { world } = this;
    const { start } = world.plan;
    this.tell('starts');
    await this.pass(world.dice.between(50, 600));
    void this.track();
    this.modulesLoadFromMs = world.time.nowMs + start.httpMs * world.dice.between(0.2, 0.8);
    const settingsReadMs = this.store.latencyMs;
    this.modulesLoadUntilMs = this.modulesLoadFromMs + start.otelMs + settingsReadMs;
    await this.pass(start.httpMs);
    this.isListening = true;
    this.tell('answers calls');
    await this.pass(start.recoveryMs);
    if (world.plan.setup === 'queue') await this.setUpQueue();
    else await recoverAtStart(this);
    this.hasRecovered = true;
    await this.pass(world.dice.between(5, 300));
    this.isReady = true;
    this.tell('is ready');
    if (world.plan.setup !== 'queue') await this.runEnqueued();
  }

  protected override onResume(id: string): void {
    const { nowMs } = this.world.time;
    if (this.modulesLoadFromMs <= nowMs && nowMs < this.modulesLoadUntilMs) {
      this.tell(`resumes execution ${id} before its modules are there`);
      this.world.noteN8nsOwnLoss(id, 'resumed while a module of n8n loads');
      throw new Error('OTel settings not yet initialized');
    }
  }

  protected override get keepsEventLog(): boolean {
    return this.hasRecovered;
  }

  // As `ScalingService`, in queue mode.

  private async setUpQueue(): Promise<void> {
    if (this.hasQueue) return;
    this.hasQueue = true;
    void this.recoverFromQueue();
  }

  /** What the database calls running, and has no job, counts as crashed. */
  private async recoverFromQueue(): Promise<void> {
    while (!this.isStopping) {
      const stored = await this.store.select(this, ({ id, status }) =>
        status === 'new' || status === 'running' ? id : undefined,
      );
      await this.pass(this.world.dice.between(2, 20));
      const queued = new Set(this.world.jobs.open().map(({ executionId }) => executionId));
      for (const id of stored.filter((one) => !queued.has(one))) {
        const note = () => {
          this.tell(`queue recovery: marks execution ${id}`);
          this.world.noteMark(this, id, 'running');
          this.world.noteN8nsOwnLoss(id, 'resumed between two reads of the queue recovery');
        };
        const crashed = { status: 'crashed' as Status, waitTillMs: undefined };
        await this.store.update(this, id, crashed, { status: crashable }, note);
      }
      await this.pass(queueRecoveryEveryMs);
    }
  }

  protected override async runHere(id: string, wish: RunWish, isResumed: boolean): Promise<void> {
    const { plan, dice, jobs } = this.world;
    if (plan.setup !== 'queue' || wish.row.mode === 'manual')
      return await super.runHere(id, wish, isResumed);
    await this.setUpQueue();
    await this.pass(dice.between(0.3, 3));
    this.tell(`queues execution ${id}`);
    const job = jobs.add(id, isResumed);
    void jobs.finished(job, this).then(async (how) => {
      if (how === 'stalled') await this.endStalled(id);
      this.finalize(id);
    });
  }

  /** As `processError` for a job whose worker has gone. */
  private async endStalled(id: string): Promise<void> {
    for (let check = 0; check <= 30; check++) {
      const row = await this.store.read(this, id);
      if (row === undefined || ['success', 'waiting', 'canceled'].includes(row.status)) return;
      if (row.status !== 'running') break;
      await this.pass(1_000);
    }
    this.tell(`writes an empty record over execution ${id}, whose worker is gone`);
    this.world.noteOverwritten(id);
    const data = n8nWorkflow.createRunExecutionData({
      resultData: { runData: {}, error: { message: 'job stalled' } as never },
    });
    await this.store.update(
      ...[this, id, { status: 'error' as Status, finished: false, data: () => data }],
      { notCanceled: true },
    );
  }

  // As `WaitTracker`.

  private async track(): Promise<void> {
    while (this.isTracking) {
      void this.findDue();
      await this.pass(lookEveryMs);
    }
  }

  private async findDue(): Promise<void> {
    const due = await this.store.select(this, ({ id, status, waitTillMs }) =>
      status === 'waiting' &&
      waitTillMs !== undefined &&
      waitTillMs <= Math.floor(this.todayMs()) + lookAheadMs
        ? { id, waitTillMs }
        : undefined,
    );
    due.sort((one, other) => one.waitTillMs - other.waitTillMs);
    for (const { id, waitTillMs } of due) {
      if (this.timers.has(id) || !this.isTracking) continue;
      const delayMs = Math.max(1, waitTillMs - Math.floor(this.todayMs()));
      const timer = this.world.time.after(delayMs, () => void this.startWaiting(id), this);
      this.timers.set(id, timer);
    }
  }

  hasTimer = (id: string): boolean => this.timers.has(id);

  /** A timer has gone off. */
  private async startWaiting(id: string): Promise<void> {
    this.timers.delete(id);
    const row = await this.store.read(this, id);
    if (row === undefined || row.finished) {
      // Where calls queue, all have timers of their own, and some go off behind a call.
      const { setup, limit, disturbances } = this.world.plan;
      const slowing = ['slowStore', 'clock', 'unreachable'];
      const areSlow = disturbances.some(({ kind }) => slowing.includes(kind));
      const isForeseen = setup === 'regular' && limit === 0 && !areSlow;
      this.world.noteErrorLine(`timer of ${id}`, isForeseen && this.calledBeforeTimer.has(id));
      return;
    }
    this.tell(`timer of execution ${id}, which is ${row.status}`);
    if (['waiting', 'running'].includes(row.status))
      this.startedByOthersAtMs.set(id, this.world.time.nowMs);
    this.world.noteIfBehindNodes(row, row.status === 'running');
    const { setup, claims } = this.world.plan;
    // Two workers then run it at once, from the same state.
    if (setup === 'queue' && !claims && row.status === 'running')
      this.world.noteN8nsOwnLoss(id, startedByTimers);
    try {
      await this.run({ row, data: row.data }, { id, status: 'waiting' });
    } catch (error) {
      if (!(error instanceof AlreadyResuming)) throw error;
      this.tell(`execution ${id} is claimed already`);
    }
  }

  /** @param sentAtMs - where the nodes themselves call: when they sent it */
  answer = (request: HttpRequest, sentAtMs?: number): Promise<HttpAnswer> =>
    answerCall(this, request, sentAtMs);

  /** An order comes in. @returns whether it was taken */
  take(data: IRunExecutionData, row: Parameters<N8nProcess['run']>[0]['row']): boolean {
    if (!this.isListening || this.isStopping) return false;
    void this.act(() => this.run({ row, data }));
    return true;
  }

  /** As `EnqueuedExecutionRecoveryService`, not in queue mode: what had not begun when n8n stopped begins now. */
  private async runEnqueued(): Promise<void> {
    const rows = await this.store.select(this, (row) =>
      row.status === 'new' ? row.id : undefined,
    );
    for (const id of rows) {
      if (this.active.has(id)) continue;
      const row = await this.store.read(this, id);
      if (row === undefined) continue;
      const noteTwice = () => {
        if (this.taken.has(id))
          this.world.noteN8nsOwnLoss(id, 'started twice, by its own queue too');
      };
      void this.run({ row, data: row.data }, { id, status: 'new' }).then(
        noteTwice,
        (error: unknown) => {
          if (!(error instanceof AlreadyResuming)) throw error;
        },
      );
    }
  }

  /** A person stops an execution that is asleep. */
  async cancel(id: string): Promise<void> {
    const timer = this.timers.get(id);
    if (timer !== undefined) timer.isOff = true;
    this.timers.delete(id);
    const row = await this.store.read(this, id);
    if (row?.status !== 'waiting') return;
    row.data.resultData.error = { message: 'The execution was cancelled manually' } as never;
    await this.store.update(
      this,
      id,
      { status: 'canceled', waitTillMs: undefined, data: () => row.data },
      { status: 'waiting' },
      () => {
        this.tell(`a person stops execution ${id}`);
        this.world.canceled.set(id, this.world.time.nowMs);
      },
    );
  }

  /** A person retries an execution, "with original workflow". */
  async retry(id: string): Promise<void> {
    const row = await this.store.read(this, id);
    if (row?.data.executionData === undefined) return;
    const { data, plan } = row;
    const { lastNodeExecuted, runData } = data.resultData;
    if (lastNodeExecuted !== undefined) {
      delete data.resultData.error;
      const runs = runData[lastNodeExecuted] ?? [];
      if (runs.at(-1)?.error !== undefined) runs.pop();
    }
    this.tell(`a person retries execution ${id}`);
    await this.run({ row: { mode: 'retry', plan, retryOf: id }, data });
  }

  /** As `stopProcess`. @returns when the process has ended */
  async stop(graceMs: number): Promise<void> {
    this.tell('stops');
    this.isStopping = true;
    this.isTracking = false;
    for (const timer of this.timers.values()) timer.isOff = true;
    const untilMs = this.world.time.nowMs + graceMs;
    for (const [id, { status }] of this.active) if (status === 'waiting') this.active.delete(id);
    while (this.active.size > 0 && this.world.time.nowMs < untilMs) await this.pass(500);
  }
}
