import { createHash } from 'node:crypto';
import type { INodeExecutionData, INodeType, IRun, IRunExecutionData } from 'n8n-workflow';
import type { BuiltCode } from './builtNodes.ts';
import { installNetwork, n8nWorkflow } from './engine.ts';
import { Jobs } from './Jobs.ts';
import { MainProcess } from './MainProcess.ts';
import type { N8nProcess } from './N8nProcess.ts';
import { Network } from './Network.ts';
import type { ExecutionPlan, Plan } from './Plan.ts';
import { Dice } from './Dice.ts';
import { Disturbances } from './Disturbances.ts';
import { Service } from './Service.ts';
import { stageNodes } from './stage.ts';
import { Store, type Status } from './Store.ts';
import { WorkerProcess } from './WorkerProcess.ts';
import { WorkerWatches } from './WorkerWatches.ts';
import { installVirtualTime, VirtualTime } from './VirtualTime.ts';

const epochMs = Date.UTC(2030, 0, 1);

export interface Delivery {
  executionId: string;
  atMs: number;
}

/** Everything of one history: n8n, the service, and what happens to them. */
export class World {
  readonly time: VirtualTime;
  /** Chance of the world; the code under test has its own. */
  readonly dice: Dice;
  readonly store: Store;
  readonly network: Network;
  readonly service: Service;
  readonly disturbances = new Disturbances(this);
  readonly stage: Record<string, INodeType>;
  /** Executions that n8n's event log has seen begin, and not end. */
  readonly eventLog = new Set<string>();
  main: MainProcess | undefined;
  readonly workers: Array<WorkerProcess | undefined> = [];
  readonly jobs: Jobs;
  readonly workerWatches = new WorkerWatches();
  clockAheadMs = 0;

  readonly deliveries = new Map<string, Delivery[]>();
  /** How often the branch beside has run. */
  readonly besides = new Map<string, number>();
  /** Texts of failures that a workflow was handed. */
  readonly told: string[] = [];
  readonly rawRows: string[] = [];
  /** Executions that were awake as their process ended: n8n does not go on with those. */
  readonly awakeAtEnd = new Set<string>();
  /** When executions ended. */
  readonly overAtMs = new Map<string, number>();
  /** Calls that came to executions. */
  calls = 0;
  /** Executions that a person stopped. */
  readonly canceled = new Map<string, number>();
  /** Executions that have been asleep. */
  readonly slept = new Set<string>();
  /** Those that a person retried. */
  readonly retried = new Set<string>();
  readonly errorLines: string[] = [];
  /** Those that the nodes have caused. */
  readonly ownErrorLines: string[] = [];
  /** Calls of the nodes that met a timer of n8n which had just gone off. */
  meetings = 0;
  /** How long an execution stood in a queue of n8n, at the most. */
  longestQueuedMs = 0;
  /** Executions that n8n loses whatever node they wait in, with what it does. */
  readonly n8nsOwnLosses = new Map<string, string>();
  falseAlarms = 0;
  wakings = 0;
  /** Calls from outside that have woken an execution of which no task had ended. */
  wokenInVain = 0;
  /** When something last disturbed n8n or the service. */
  calmSinceMs = 0;
  broken: string | undefined;

  private readonly keepsStory: boolean;
  private readonly hash = createHash('sha256');
  readonly story: string[] = [];
  readonly plan: Plan;
  readonly code: BuiltCode;

  constructor(plan: Plan, code: BuiltCode, keepsStory = false) {
    this.keepsStory = keepsStory;
    this.plan = plan;
    this.code = code;
    installVirtualTime();
    installNetwork();
    this.time = new VirtualTime(plan.seed, epochMs);
    this.dice = new Dice(plan.seed, 'world');
    this.store = new Store(this.time, this.dice, plan.storeLatencyMs);
    this.network = new Network(this);
    this.jobs = new Jobs(this.time, this.dice);
    const turns = new Dice(plan.seed, 'turns');
    this.jobs.onWork = () => this.offerWork(turns.whole(0, plan.workers - 1));
    this.service = new Service(this.time, new Dice(plan.seed, 'service'), plan, {
      call: (url, body) => this.callBack(url, body),
      tell: (text) => this.tell(text),
      onCreation: () => this.disturbances.begins('creation'),
    });
    this.stage = stageNodes({
      deliver: (id, items) => this.deliver(id, items),
      tellFailures: (id, items) => this.tellFailures(id, items),
      passBeside: (id) => this.passBeside(id),
    });
  }

  tell(text: string): void {
    const line = `${(this.time.nowMs / 1000).toFixed(3)} ${text}`;
    this.hash.update(line);
    if (this.keepsStory) this.story.push(line);
  }

  /** Names all that has happened. */
  digest = () => this.hash.copy().digest('hex').slice(0, 16);

  fail(text: string): void {
    this.broken ??= text;
    this.tell(text);
  }

  // What happens.

  begin(): void {
    this.startMain();
    for (let n = 0; n < this.plan.workers; n++) this.startWorker(n);
    for (const execution of this.plan.executions)
      this.time.at(execution.atMs, () => this.order(execution));
    for (const one of this.plan.disturbances)
      this.time.at(one.atMs, () => this.disturbances.disturb(one));
  }

  private startMain(): void {
    const main = new MainProcess(this, 'n8n', this.plan.limit);
    this.main = main;
    this.calmSinceMs = this.time.nowMs;
    void main.act(() => main.start());
  }

  private startWorker(n: number): void {
    const worker = new WorkerProcess(this, `worker ${n + 1}`, 0);
    worker.clockAheadMs += this.plan.workerClocksAheadMs[n] ?? 0;
    this.workers[n] = worker;
    this.calmSinceMs = Math.max(this.calmSinceMs, this.time.nowMs);
    worker.tell('starts');
    this.time.after(this.dice.between(200, 5_000), () => worker.work(), worker);
  }

  /** Redis gives a job to any of the workers that wait for one. */
  private offerWork(first: number): void {
    const { workers } = this.plan;
    for (let n = 0; n < workers; n++) this.workers[(first + n) % workers]?.work();
  }

  /** All that are up. */
  get processes(): N8nProcess[] {
    return [this.main, ...this.workers].filter((one) => one !== undefined);
  }

  private order(plan: ExecutionPlan): void {
    const data = n8nWorkflow.createRunExecutionData({
      executionData: {
        nodeExecutionStack: [
          {
            node: structuredClone(startNode) as never,
            data: { main: [[{ json: {} }]] },
            source: null,
          },
        ],
      },
      resumeToken: `token-${plan.atMs}`,
    } as never);
    const taken = this.main?.take(data, { mode: plan.mode, plan }) ?? false;
    if (!taken) this.time.after(2_000, () => this.order(plan));
  }

  callBack(url: string, body: object): void {
    this.tell(`service: calls ${url}`);
    this.disturbances.begins('call');
    this.calls += 1;
    this.network.callN8n({ method: 'POST', url, body }, (answer) =>
      this.tell(`service: its call came to ${JSON.stringify(answer).slice(0, 120)}`),
    );
  }

  /** The process ends, at once, and another begins after a while. */
  endMain(main: MainProcess, downMs: number): void {
    const queued = new Set(this.jobs.open().map(({ executionId }) => executionId));
    const awake = [...this.store.rows.values()].filter(
      ({ id, status }) => status === 'running' && !queued.has(id),
    );
    this.noteEnd(
      main,
      awake.map(({ id }) => id),
    );
    this.main = undefined;
    this.network.breakOff();
    this.calmSinceMs = Math.max(this.calmSinceMs, this.time.nowMs + downMs);
    this.time.after(downMs, () => this.startMain());
  }

  endWorker(worker: WorkerProcess, n: number, downMs: number): void {
    this.noteEnd(worker, this.jobs.stall(worker));
    this.workers[n] = undefined;
    this.calmSinceMs = Math.max(this.calmSinceMs, this.time.nowMs + downMs);
    this.time.after(downMs, () => this.startWorker(n));
  }

  private noteEnd(process: N8nProcess, awake: string[]): void {
    // One that n8n has marked as crashed may be awake all the same.
    for (const id of [...awake, ...process.runs]) this.awakeAtEnd.add(id);
    for (const id of process.starting)
      this.noteN8nsOwnLoss(id, 'killed as n8n was about to start it');
    this.tell(`world: ${process.name} is gone; awake were ${awake.join(', ') || 'none'}`);
    process.die();
  }

  // What is noted down.

  private async deliver(executionId: string, items: INodeExecutionData[]): Promise<void> {
    for (const { json } of items) {
      const { id, outcome, error } = json as { id?: string; outcome?: string; error?: unknown };
      // n8n makes such rows of what it skips, and of what it can't pair with its origin.
      if (typeof error === 'string') {
        this.told.push(error);
        continue;
      }
      if (id === undefined || outcome !== 'completed') {
        this.rawRows.push(`execution ${executionId}: ${JSON.stringify(json).slice(0, 200)}`);
        this.tell(`delivered: a row without a video ${JSON.stringify(json).slice(0, 200)}`);
        continue;
      }
      const known = this.deliveries.get(id) ?? [];
      this.deliveries.set(id, [...known, { executionId, atMs: this.time.nowMs }]);
      this.tell(`delivered: ${id} by execution ${executionId}`);
    }
  }

  private tellFailures(executionId: string, items: INodeExecutionData[]): void {
    const text = JSON.stringify(items.map(({ json, error }) => [json, error?.message]));
    this.told.push(text);
    this.tell(`told: execution ${executionId} ${text.slice(0, 3000)}`);
  }

  private passBeside(executionId: string): void {
    this.besides.set(executionId, 1 + (this.besides.get(executionId) ?? 0));
    this.tell(`beside: execution ${executionId}`);
  }

  /** n8n has thrown away what an execution had stored. */
  readonly overwritten = new Set<string>();

  noteOverwritten(id: string): void {
    this.overwritten.add(id);
  }

  /** @param isOwn - whether what the nodes did has caused it */
  noteErrorLine(text: string, isOwn = false): void {
    const line = `${(this.time.nowMs / 1000).toFixed(1)} ${text}`;
    this.errorLines.push(line);
    if (isOwn) this.ownErrorLines.push(line);
    this.tell(`n8n's log: error${isOwn ? ' of ours' : ''}: ${text}`);
  }

  noteN8nsOwnLoss(id: string, reason: string): void {
    if (!this.n8nsOwnLosses.has(id)) this.n8nsOwnLosses.set(id, reason);
  }

  /**
   * An older n8n starts an execution again from what is stored: where that is beyond the nodes, they
   * see nothing of it.
   */
  noteIfBehindNodes({ id, data }: { id: string; data: IRunExecutionData }, isAgain: boolean): void {
    const next = data.executionData?.nodeExecutionStack[0]?.node.type;
    if (!this.plan.claims && isAgain && next?.startsWith('stage.'))
      this.noteN8nsOwnLoss(id, 'started again behind the nodes');
  }

  /** A call from outside wakes an execution. */
  noteCalled({ orders }: ExecutionPlan): void {
    const prompts = new Set(orders.map(({ prompt }) => prompt));
    const hasNews = [...this.service.tasks.values()].some(
      ({ prompt, endsAtMs }) => prompts.has(prompt) && endsAtMs <= this.time.nowMs,
    );
    if (!hasNews) this.wokenInVain += 1;
  }

  /** A process asks the service for a task. */
  noteLook(process: N8nProcess, taskId: string): void {
    if (process.kind !== 'worker') return;
    const prompt = this.service.tasks.get(taskId)?.prompt;
    const executionIds = [...this.store.rows.values()]
      .filter(({ plan }) => plan.orders.some((order) => order.prompt === prompt))
      .map(({ id }) => id);
    this.workerWatches.noteLook(process, { taskId, executionIds, nowMs: this.time.nowMs });
  }

  noteQueued(durationMs: number): void {
    this.longestQueuedMs = Math.max(this.longestQueuedMs, durationMs);
  }

  noteAwake(_process: N8nProcess, _id: string): void {
    this.disturbances.begins('waking');
    this.wakings += 1;
  }

  noteMark(_process: N8nProcess, id: string, status: Status): void {
    if (status !== 'running') return;
    // One that is taken while n8n starts is marked as if it were left over: n8n's own doing.
    if (!this.slept.has(id)) this.awakeAtEnd.add(id);
    if (!this.awakeAtEnd.has(id)) this.falseAlarms += 1;
  }

  noteStored(id: string, status: Status, run: IRun): void {
    const isOver = status === 'success' || status === 'error';
    // An older n8n starts what ended with an error once more, if a timer is left.
    if (isOver && !this.overAtMs.has(id)) this.overAtMs.set(id, this.time.nowMs);
    if (status === 'waiting') this.slept.add(id);
    const error = run.data.resultData?.error;
    if (status !== 'error' || error === undefined) return;
    const { message, description } = error as { message: string; description?: string };
    this.told.push(JSON.stringify([message, description]));
    this.tell(`told: execution ${id} failed: ${message} ${(description ?? '').slice(0, 3000)}`);
  }
}

const startNode = {
  id: 'Items',
  name: 'Items',
  type: 'stage.items',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
} as never;
