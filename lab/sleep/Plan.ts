/** One video that a customer orders: what the service will do with it. */
export interface OrderPlan {
  prompt: string;
  /** How long the service works on it. */
  takesMs: number;
  fails: boolean;
  /** What comes of the create request. */
  create: 'accepted' | 'refused' | 'answerLost' | 'busyFirst';
}

export type Shape = 'createAndWait' | 'createThenWait';

export interface ExecutionPlan {
  atMs: number;
  shape: Shape;
  orders: OrderPlan[];
  /** How the workflow is started, as n8n calls it: those with a limit queue, "manual" does not. */
  mode: 'webhook' | 'manual';
  release: 'together' | 'asTheyCome';
  watch: boolean;
  isCalled: boolean;
  retryOnFail: boolean;
  onError: 'stopWorkflow' | 'continueErrorOutput';
  savesProgress: boolean;
  executionOrder: 'v0' | 'v1';
  /** How often the waiting part runs, in a loop of the workflow. */
  rounds: number;
  /** Each round comes from a node of its own instead: more than one may be waited for at a time. */
  isBranched: boolean;
  intervalSeconds: number;
  /** Of the service: whose key the execution uses. */
  account: number;
  /** The time limit of each task. */
  timeoutMinutes: number;
}

/** A moment in the midst of something: so many happenings after the next of its kind. */
export interface Sharply {
  after: 'waking' | 'falling asleep' | 'call' | 'creation';
  happenings: number;
}

export type OutageKind = 'reset' | 'unavailable' | 'silent' | 'keyRefused';

export type Disturbance =
  | {
      kind: 'kill' | 'stop';
      process: 'main' | 'worker';
      atMs: number;
      downMs: number;
      sharply?: Sharply;
    }
  | { kind: 'outage'; atMs: number; forMs: number; how: OutageKind }
  | { kind: 'pause'; atMs: number; forMs: number }
  | { kind: 'slowStore'; atMs: number; forMs: number; latencyMs: number }
  | { kind: 'clock'; atMs: number; byMs: number }
  | { kind: 'unreachable'; atMs: number; forMs: number }
  | { kind: 'cancel'; atMs: number }
  | { kind: 'busy'; atMs: number; forMs: number }
  | { kind: 'forgedCalls'; atMs: number; count: number; named: boolean };

export interface Plan {
  seed: number;
  setup: 'regular' | 'queue';
  workers: number;
  workerClocksAheadMs: number[];
  /** Whether n8n puts back what it took from the stack, as it does, or a copy made before. */
  engine: 'asItIs' | 'snapshots';
  /**
   * Whether n8n starts a waiting execution only if the database still calls it waiting, as it does,
   * or whatever has become of it, as it did before.
   */
  claims: boolean;
  /** Executions at a time that n8n allows; 0 for no limit. */
  limit: number;
  executions: ExecutionPlan[];
  disturbances: Disturbance[];
  /** Of n8n's database. */
  storeLatencyMs: number;
  start: {
    /** From the wait tracker to answers of HTTP, and from those to the crash recovery. */
    httpMs: number;
    recoveryMs: number;
    recoverEachMs: number;
    /**
     * n8n's own hook throws for what is resumed from when a module is imported until its settings
     * are read. The import itself takes most of it, and lets little else run.
     */
    otelMs: number;
  };
  /** A person retries executions that ended with an error. */
  retriesErrors: boolean;
  callbacks: { share: number; lateMs: number; early: boolean; repeats: number };
  lookLatencyMs: number;
}
