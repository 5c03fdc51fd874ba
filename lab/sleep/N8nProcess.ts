import type {
  INodeType,
  INodeTypes,
  IRun,
  IRunExecutionData,
  IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { TestCredentials } from '../../test/engine/credentials.ts';
import { n8nCore, n8nWorkflow, type Sender } from './engine.ts';
import type { World } from './World.ts';
import type { HttpAnswer, HttpRequest } from './Service.ts';
import type { Row, Status } from './Store.ts';
import { ConcurrencyQueue } from './ConcurrencyQueue.ts';
import { putBackSnapshots } from './putBackSnapshots.ts';
import { actAs, type Owner } from './VirtualTime.ts';
import { workflowOf } from './stage.ts';

const credentialOf = ({ account }: Row['plan']) => ({
  baseUrl: 'http://service.test',
  apiKey: `key-that-is-secret-${account}-0123456789`,
});
export const n8nUrl = 'https://n8n.test';

/** Names the rejection by which n8n knows that somebody else goes on with an execution. */
export class AlreadyResuming extends Error {}

interface Active {
  status: Status | 'new';
  /** Gives back its place among the executions that may run at a time. */
  release: () => void;
  isOver: boolean;
}

export interface RunWish {
  row: Pick<Row, 'mode' | 'plan'> & { retryOf?: string };
  data: IRunExecutionData;
}

/** What all processes of n8n do: they run executions, and ask its database. */
export abstract class N8nProcess implements Owner, Sender {
  abstract readonly kind: Owner['kind'];
  isDead = false;
  isStopping = false;
  readonly bornAtMs: number;
  clockAheadMs = 0;
  readonly active = new Map<string, Active>();
  /** Those that are stored and wait for a place: n8n does not count them as active. */
  protected readonly taken = new Set<string>();
  private readonly nodeTypes: INodeTypes;
  private readonly places: ConcurrencyQueue;
  /** The executions that n8n's engine runs here, each run of them. */
  readonly runs: string[] = [];
  readonly world: World;
  readonly name: string;

  constructor(world: World, name: string, limit: number) {
    this.world = world;
    this.name = name;
    this.bornAtMs = world.time.nowMs;
    this.clockAheadMs = world.clockAheadMs;
    this.places = new ConcurrencyQueue(world, limit);
    const built = world.code.loadNodes();
    const types = world.stage;
    this.nodeTypes = {
      getByName: (type) => this.nodeTypes.getByNameAndVersion(type),
      getByNameAndVersion: (type) => types[type] ?? built(type.split('.').at(-1)!),
      getKnownTypes: () => ({}),
    };
    // n8n loads all its nodes when it starts.
    this.act(() => ['createVideo', 'waitForVideo'].forEach(built));
  }

  /** Lets code run in this process. */
  act = <T>(work: () => T): T => actAs(this, this.world.time, work);

  get store() {
    return this.world.store;
  }

  tell(text: string): void {
    this.world.tell(`${this.name}: ${text}`);
  }

  pass = (delayMs: number) => this.world.time.pass(delayMs, this);

  /** ms since the epoch, by the clock of this process. */
  protected todayMs = () => this.world.time.timeOfDayMs(this);

  send(request: HttpRequest, timeoutMs: number): Promise<Exclude<HttpAnswer, string>> {
    return this.world.network.send(this, request, timeoutMs);
  }

  /** Whether no execution runs here, or is about to. */
  get isIdle(): boolean {
    return this.isDead || (this.runs.length === 0 && this.beginning === 0);
  }

  /** Kills the process: nothing of it goes on. */
  die(): void {
    this.isDead = true;
  }

  /** Another execution takes a place for a while. */
  async beBusy(forMs: number): Promise<void> {
    const release = await this.places.reserve('webhook');
    await this.pass(forMs);
    release();
  }

  /** As `ActiveExecutions.add`: the place first, the mark in the database then. */
  protected async add({ row, data }: RunWish, existing?: { id: string; status: Status }) {
    let id: string;
    let release: () => void;
    if (existing === undefined) {
      const columns = { ...row, status: 'new' as Status, finished: false, waitTillMs: undefined };
      id = await this.store.insert(this, columns, data);
      this.taken.add(id);
      release = await this.places.reserve(row.mode);
      await this.store.update(this, id, { status: 'running', waitTillMs: undefined });
    } else {
      ({ id } = existing);
      release = await this.places.reserve(row.mode);
      const isClaimed = await this.store.update(
        this,
        id,
        { status: 'running', waitTillMs: undefined, data: () => data },
        this.claim(id, existing.status),
      );
      if (!isClaimed) {
        release();
        throw new AlreadyResuming(id);
      }
    }
    this.active.set(id, { status: 'running', release, isOver: false });
    return id;
  }

  /** An older n8n also starts what it has marked as crashed, when it is called; that is left out. */
  private claim(id: string, status: Status): { status?: Status } {
    const isCrashed = this.store.rows.get(id)?.status === 'crashed';
    return this.world.plan.claims || isCrashed ? { status } : {};
  }

  private beginning = 0;

  /** Executions that count as running, and have not begun. */
  readonly starting = new Set<string>();

  /** As `WorkflowRunner.run`, up to the moment when the execution has begun. */
  async run(wish: RunWish, existing?: { id: string; status: Status }): Promise<string> {
    this.beginning += 1;
    try {
      await this.store.look(this);
      const id = await this.add(wish, existing);
      this.starting.add(id);
      await this.runHere(id, wish, existing !== undefined);
      this.starting.delete(id);
      return id;
    } finally {
      this.beginning -= 1;
    }
  }

  /** As `runMainProcess`; it goes on when this has resolved. */
  protected async runHere(id: string, wish: RunWish, isResumed: boolean): Promise<void> {
    await this.begin(id, wish, isResumed);
  }

  /** Lets n8n's engine run here. @returns when it has begun; `over` resolves when it has ended */
  protected async begin(
    id: string,
    wish: RunWish,
    isResumed: boolean,
  ): Promise<{ over: Promise<void> }> {
    await this.store.look(this);
    await this.store.update(this, id, { status: 'running', waitTillMs: undefined });
    this.tell(`${isResumed ? 'goes on with' : 'starts'} execution ${id}`);
    this.world.noteAwake(this, id);
    this.runs.push(id);
    const run = this.process(id, wish, isResumed).finally(() =>
      this.runs.splice(this.runs.indexOf(id), 1),
    );
    const over = run.then(
      () => this.finalize(id),
      (error: Error) => this.processError(id, error),
    );
    return { over };
  }

  protected finalize(id: string): void {
    const active = this.active.get(id);
    if (active === undefined) return;
    active.release();
    active.isOver = true;
    if (active.status !== 'waiting') this.active.delete(id);
  }

  protected async processError(id: string, error: Error): Promise<void> {
    this.tell(`has a problem with execution ${id}: ${error.message}`);
    this.world.noteErrorLine(`Problem with execution ${id}`);
    this.finalize(id);
  }

  /** Runs n8n's engine over what is stored of an execution. */
  private async process(id: string, wish: RunWish, isResumed: boolean): Promise<IRun> {
    const { row, data } = wish;
    const { mode, plan } = row;
    const { nodes, connections } = this.definition(plan);
    const workflow = this.workflow(plan, { nodes, connections });
    const hooks = new n8nCore.ExecutionLifecycleHooks(mode, id, {
      ...{ id: 'workflow', name: 'simulated', active: false, nodes, connections },
      createdAt: new Date(0),
      updatedAt: new Date(0),
    } as never);
    hooks.addHandler('workflowExecuteResume', () => this.onResume(id));
    hooks.addHandler('nodeExecuteBefore', () => this.noteInEventLog(id));
    if (plan.savesProgress)
      hooks.addHandler('nodeExecuteAfter', async (nodeName, _, saved) => {
        saved.resultData.lastNodeExecuted = nodeName;
        if (saved.waitTill) this.world.disturbances.begins('falling asleep');
        await this.store.update(
          this,
          id,
          { data: () => saved, status: 'running' },
          { notFinished: true, notCanceled: true },
        );
        if (saved.waitTill)
          this.tell(`has saved the progress of execution ${id}, which falls asleep`);
      });
    hooks.addHandler('workflowExecuteAfter', (run) => this.save(id, run));
    const additionalData = this.additionalData(id, plan, hooks);
    if (isResumed) additionalData.restartExecutionId = id;
    const engine = new n8nCore.WorkflowExecute(additionalData, mode, data);
    if (this.world.plan.engine === 'snapshots') putBackSnapshots(engine);
    return await engine.processRunExecutionData(workflow);
  }

  /** A new copy each time: n8n changes the nodes that it is given. */
  definition = (plan: Row['plan']) => workflowOf(plan, (type) => this.nodeType(type).description);

  workflow(plan: Row['plan'], { nodes, connections } = this.definition(plan)) {
    return new n8nWorkflow.Workflow({
      ...{ id: 'workflow', name: 'simulated', nodes, connections, active: false },
      nodeTypes: this.nodeTypes,
      settings: { executionOrder: plan.executionOrder },
    });
  }

  additionalData(id: string, plan: Row['plan'], hooks?: unknown): IWorkflowExecuteAdditionalData {
    return {
      credentialsHelper: new TestCredentials(credentialOf(plan)),
      executionId: id,
      restApiUrl: `${n8nUrl}/rest`,
      instanceBaseUrl: `${n8nUrl}/`,
      formWaitingBaseUrl: `${n8nUrl}/form-waiting`,
      webhookBaseUrl: `${n8nUrl}/webhook`,
      webhookWaitingBaseUrl: `${n8nUrl}/webhook-waiting`,
      webhookTestBaseUrl: `${n8nUrl}/webhook-test`,
      currentNodeExecutionIndex: 0,
      variables: {},
      setExecutionStatus: (status: Status) => {
        const active = this.active.get(id);
        if (active === undefined) throw new Error(`No active execution with ID ${id} found`);
        active.status = status;
      },
      logAiEvent: () => undefined,
      hooks,
    } as unknown as IWorkflowExecuteAdditionalData;
  }

  nodeType = (type: string): INodeType =>
    this.nodeTypes.getByNameAndVersion(type) as unknown as INodeType;

  /** Called before a resumed execution goes on, as n8n's own hooks are. */
  protected onResume(_id: string): void {}

  /** Whether n8n writes down what its executions do, which it begins to late in its start. */
  protected get keepsEventLog(): boolean {
    return false;
  }

  private noteInEventLog(id: string): void {
    if (this.keepsEventLog) this.world.eventLog.add(id);
  }

  /** As `hookFunctionsSave`, for the status that is final here. */
  private async save(id: string, run: IRun): Promise<void> {
    const status = finalStatus(run);
    const { waitTill } = run;
    if (waitTill) this.world.disturbances.begins('falling asleep');
    const note = () => {
      const until = waitTill
        ? ` until ${Math.round((new Date(waitTill).getTime() - this.world.time.epochMs) / 100) / 10} s`
        : '';
      this.tell(`stores execution ${id} as ${status}${until}`);
      this.world.noteStored(id, status, run);
      if (waitTill) {
        const leftMs = new Date(waitTill).getTime() - this.todayMs();
        this.world.workerWatches.noteAsleep(this, id, this.world.time.nowMs + leftMs);
      }
      if (status !== 'waiting' && this.keepsEventLog) this.world.eventLog.delete(id);
    };
    await this.store.update(
      this,
      id,
      {
        data: () => run.data,
        status,
        finished: run.finished === true,
        ...(waitTill && { waitTillMs: new Date(waitTill).getTime() }),
      },
      { notCanceled: true },
      note,
    );
  }
}

export function finalStatus(run: IRun): Status {
  if (run.waitTill) return 'waiting';
  if (run.status === 'crashed' || run.status === 'canceled') return run.status;
  return run.data.resultData?.error || run.status === 'error' ? 'error' : 'success';
}
