import type { IRunExecutionData } from 'n8n-workflow';
import { n8nCore, n8nWorkflow } from './engine.ts';
import { AlreadyResuming, N8nProcess, type RunWish } from './N8nProcess.ts';
import type { HttpAnswer, HttpRequest } from './Service.ts';
import type { Status } from './Store.ts';

const lookEveryMs = 60_000;
const lookAheadMs = 70_000;
/** So long it may take from a timer or a call to the execution's end, where the database is slow, or it queues. */
const nearOthersMs = { usual: 15_000, queued: 3 * 60_000 };
/** Where the database is slower, a call is given up before n8n has answered it, and sent again. */
const slowestStoreMs = 1_000;
const queueRecoveryEveryMs = 180 * 60_000;

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
  private readonly startedByOthersAtMs = new Map<string, number>();
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
    else await this.recover();
    this.hasRecovered = true;
    await this.pass(world.dice.between(5, 300));
    this.isReady = true;
    this.tell('is ready');
    await this.runEnqueued();
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
        const isMarked = await this.store.update(
          ...[this, id, { status: 'crashed' as Status, waitTillMs: undefined }],
          { status: 'running' },
        );
        if (!isMarked) continue;
        this.tell(`queue recovery: marks execution ${id}`);
        this.world.noteMark(this, id, 'running');
        this.world.noteN8nsOwnLoss(id, 'resumed between two reads of the queue recovery');
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

  /** A timer has gone off. */
  private async startWaiting(id: string): Promise<void> {
    this.timers.delete(id);
    const row = await this.store.read(this, id);
    if (row === undefined || row.finished) return this.world.noteErrorLine(`timer of ${id}`);
    this.tell(`timer of execution ${id}, which is ${row.status}`);
    if (row.status === 'waiting') this.startedByOthersAtMs.set(id, this.world.time.nowMs);
    try {
      await this.run({ row, data: row.data }, { id, status: 'waiting' });
    } catch (error) {
      if (!(error instanceof AlreadyResuming)) throw error;
      this.tell(`execution ${id} is claimed already`);
    }
  }

  // As `WaitingWebhooks`, and what else of n8n can be called.

  /** @param isOwn - whether the nodes themselves call */
  async answer(request: HttpRequest, isOwn: boolean): Promise<HttpAnswer> {
    const { method, url, body, headers = {} } = request;
    const { pathname, searchParams } = new URL(url);
    const [place, id, suffix = ''] = pathname.split('/').slice(1);
    if (place === 'webhook-waiting' && id !== undefined)
      return await this.resume(method, id, suffix, searchParams, body, headers, isOwn);
    if (place === 'form-waiting' && suffix === 'n8n-execution-status')
      return await this.tellStatus(id!, searchParams, isOwn);
    if (pathname === '/healthz') return { status: 200, body: { status: 'ok' } };
    if (pathname === '/healthz/readiness')
      return { status: this.isReady ? 200 : 503, body: { status: this.isReady ? 'ok' : 'error' } };
    if (this.isReady && method === 'GET') return { status: 200, body: '<html>n8n</html>' };
    return { status: 404, body: `Cannot ${method} ${pathname}` };
  }

  /** As `WaitingForms.handleStatusRequest`. */
  private async tellStatus(
    id: string,
    query: URLSearchParams,
    isOwn: boolean,
  ): Promise<HttpAnswer> {
    const row = await this.store.read(this, id);
    if (row?.isBare) return this.fail('Cannot read properties of undefined', isOwn);
    const token = row?.brief.resumeToken;
    if (token !== undefined && query.get('signature') !== token)
      return { status: 401, body: '<html>Invalid token</html>' };
    return { status: 200, body: row?.status ?? 'null' };
  }

  private refuse(status: number, message: string, isOwn: boolean): HttpAnswer {
    this.world.noteErrorLine(message, isOwn);
    return { status, body: { code: status, message } };
  }

  private isNearOthers(id: string): boolean {
    const passedMs = this.world.time.nowMs - (this.startedByOthersAtMs.get(id) ?? -Infinity);
    return passedMs < nearOthersMs[this.world.plan.limit > 0 ? 'queued' : 'usual'];
  }

  private async resume(
    method: string,
    id: string,
    suffix: string,
    query: URLSearchParams,
    body: unknown,
    headers: Record<string, unknown>,
    fromNodes: boolean,
  ): Promise<HttpAnswer> {
    // Nobody can know of a timer that has just gone off, or of a call from outside that another
    // process has taken: whatever node is called, it may meet them.
    const isOwn = () =>
      fromNodes && !this.isNearOthers(id) && this.store.latencyMs <= slowestStoreMs;
    const row = await this.store.read(this, id);
    if (row === undefined)
      return this.refuse(404, `The execution "${id}" does not exist.`, isOwn());
    if (row.isBare) return this.fail('Cannot read properties of undefined', isOwn());
    const { status, finished, brief } = row;
    if (brief.resumeToken !== undefined && query.get('signature') !== brief.resumeToken)
      return { status: 401, body: { error: 'Invalid token' } };
    if (status === 'running')
      return this.refuse(409, `The execution "${id}" is running already.`, isOwn());
    if (brief.hasError)
      return this.refuse(409, `The execution "${id}" has finished with error.`, isOwn());
    if (finished) return this.refuse(409, `The execution "${id} has finished already.`, isOwn());
    const last = brief.lastNodeExecuted;
    if (last === undefined) return this.fail(`Cannot read properties of undefined`, isOwn());
    const called = this.definition(row.plan).nodes.find(({ name }) => name === last)!;
    const type = this.nodeType(called.type);
    const webhook = (type.description.webhooks ?? []).find(
      (one) => one.httpMethod === method && one.path === suffix && one.restartWebhook === true,
    );
    if (webhook === undefined || type.webhook === undefined)
      return this.refuse(
        404,
        `The workflow for execution "${id}" does not contain a waiting webhook with a matching path/method.`,
        isOwn(),
      );
    const { data } = row;
    const entry = data.executionData?.nodeExecutionStack[0];
    if (entry === undefined) return this.fail(`Cannot read properties of undefined`, isOwn());
    entry.node.disabled = true;
    delete data.waitTill;
    data.resultData.runData[last]?.pop();
    const workflow = this.workflow(row.plan);
    const node = workflow.getNode(last)!;
    await this.store.look(this);
    const request = {
      body: body ?? {},
      headers,
      params: {},
      query: Object.fromEntries(query),
      method,
    };
    const additionalData = Object.assign(this.additionalData(id), { httpRequest: request });
    const webhookData = { httpMethod: method, path: suffix, webhookDescription: webhook };
    const context = new n8nCore.WebhookContext(
      ...[workflow, node, additionalData, row.mode, webhookData as never, [] as never[], data],
    );
    const result = await type.webhook.call(context as never);
    const { workflowData, webhookResponse } = result;
    const answer = { status: 200, body: webhookResponse ?? { message: 'Workflow was started' } };
    if (workflowData === undefined) {
      this.tell(`a call to execution ${id} is answered: ${JSON.stringify(webhookResponse)}`);
      return answer;
    }
    entry.data.main = workflowData;
    entry.metadata = { ...entry.metadata, forwardAllOutputs: true } as never;
    this.tell(`a call wakes execution ${id}`);
    if (!fromNodes) this.startedByOthersAtMs.set(id, this.world.time.nowMs);
    try {
      await this.run({ row, data }, { id, status: 'waiting' });
    } catch (error) {
      if (!(error instanceof AlreadyResuming)) throw error;
      return this.fail(`Execution ${id} is already being resumed`, isOwn());
    }
    return { status: 200, body: { message: 'Workflow was started' } };
  }

  private fail(message: string, isOwn: boolean): HttpAnswer {
    this.tell(`fails over a call: ${message}`);
    this.world.noteErrorLine(message, isOwn);
    return { status: 500, body: { code: 0, message } };
  }

  /** An order comes in. @returns whether it was taken */
  take(data: IRunExecutionData, row: Parameters<N8nProcess['run']>[0]['row']): boolean {
    if (!this.isListening || this.isStopping) return false;
    void this.act(() => this.run({ row, data }));
    return true;
  }

  // As `MessageEventBus.performStartupRecovery`.

  private async recover(): Promise<void> {
    const { eventLog, plan } = this.world;
    const logged = [...eventLog];
    const running = await this.store.select(this, ({ id, status }) =>
      status === 'running' ? id : undefined,
    );
    for (const id of new Set([...logged, ...running])) {
      await this.pass(plan.start.recoverEachMs * this.world.dice.between(0.5, 1.5));
      if (logged.includes(id)) await this.recoverFromLog(id);
      else await this.recoverWithoutLog(id);
    }
  }

  private async recoverFromLog(id: string): Promise<void> {
    const row = await this.store.read(this, id);
    if (row === undefined || ['success', 'error', 'canceled'].includes(row.status)) return;
    const { data, status, waitTillMs } = row;
    this.tell(`recovery: marks execution ${id}, read as ${status}`);
    this.world.noteMark(this, id, status);
    await this.store.update(this, id, { status: 'crashed', waitTillMs, data: () => data });
    // Its hooks store it once more, and what had a time to wake counts as waiting there.
    const then: Status = waitTillMs === undefined ? 'crashed' : 'waiting';
    await this.store.update(
      ...[this, id, { status: then, waitTillMs, data: () => data, finished: false }],
      { notCanceled: true },
    );
  }

  private async recoverWithoutLog(id: string): Promise<void> {
    const isMarked = await this.store.update(
      ...[this, id, { status: 'crashed' as Status, waitTillMs: undefined }],
      { status: 'running' },
    );
    if (isMarked) this.world.noteMark(this, id, 'running');
    if (isMarked) this.tell(`recovery: marks execution ${id}, which has no log`);
  }

  /** As `EnqueuedExecutionRecoveryService`: what had not begun when n8n stopped begins now. */
  private async runEnqueued(): Promise<void> {
    const rows = await this.store.select(this, (row) =>
      row.status === 'new' ? row.id : undefined,
    );
    for (const id of rows) {
      if (this.active.has(id)) continue;
      const row = await this.store.read(this, id);
      if (row === undefined) continue;
      void this.run({ row, data: row.data }, { id, status: 'new' }).catch((error: unknown) => {
        if (!(error instanceof AlreadyResuming)) throw error;
      });
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
