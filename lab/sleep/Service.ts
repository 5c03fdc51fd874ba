import type { OrderPlan, OutageKind, Plan } from './Plan.ts';
import type { Dice } from './Dice.ts';
import type { VirtualTime } from './VirtualTime.ts';

export interface HttpRequest {
  method: string;
  url: string;
  body?: unknown;
  headers?: Record<string, unknown>;
}

/** An answer, or what broke instead of it; "silence" for one that never comes. */
export type HttpAnswer =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | { breakWith: string; syscall?: string }
  | 'silence';

export interface MadeTask {
  id: string;
  prompt: string;
  madeAtMs: number;
  endsAtMs: number;
  fails: boolean;
  callbackUrl?: string;
}

/** What the service does to the world. */
interface Surroundings {
  /** Sends a callback. */
  call(url: string, body: object): void;
  tell(text: string): void;
  onCreation(): void;
}

/** A callback that comes early does so by this. */
const earlyMs = 900;

/** The service with its own book of what it made, whatever its clients learned of it. */
export class Service {
  readonly tasks = new Map<string, MadeTask>();
  readonly looks = new Map<string, number>();
  /** When each task was looked at last. */
  readonly lookedAtMs = new Map<string, number>();
  /** How the service fails at the moment. */
  outage: OutageKind | undefined;
  pausedUntilMs = 0;
  private readonly askedBefore = new Set<string>();
  private readonly orders: Map<string, OrderPlan>;
  private readonly time: VirtualTime;
  private readonly dice: Dice;
  private readonly plan: Plan;
  private readonly around: Surroundings;

  constructor(time: VirtualTime, dice: Dice, plan: Plan, around: Surroundings) {
    this.time = time;
    this.dice = dice;
    this.plan = plan;
    this.around = around;
    this.orders = new Map(
      plan.executions.flatMap(({ orders }) => orders.map((order) => [order.prompt, order])),
    );
  }

  answer({ method, url, body }: HttpRequest): HttpAnswer {
    const { nowMs } = this.time;
    if (this.outage === 'silent') return 'silence';
    if (this.outage === 'reset') return { breakWith: 'ECONNRESET' };
    if (this.outage === 'keyRefused') return { status: 401, body: { message: 'wrong key' } };
    if (this.outage === 'unavailable') return { status: 503, body: { message: 'down' } };
    if (this.pausedUntilMs > nowMs) {
      const seconds = Math.ceil((this.pausedUntilMs - nowMs) / 1000);
      return { status: 429, body: {}, headers: { 'retry-after': `${seconds}` } };
    }
    const path = new URL(url).pathname;
    if (method === 'POST' && path === '/v1/videos/generations') return this.create(Object(body));
    if (method === 'GET') return this.read(path.split('/').at(-1)!);
    return { status: 404, body: { message: 'no such page' } };
  }

  private create({ prompt, callback_url }: { prompt: string; callback_url?: string }): HttpAnswer {
    const order = this.orders.get(prompt);
    if (order === undefined) return { status: 400, body: { message: 'unknown prompt' } };
    if (order.create === 'refused') return { status: 400, body: { message: 'not like this' } };
    if (order.create === 'busyFirst' && !this.askedBefore.has(prompt)) {
      this.askedBefore.add(prompt);
      return { status: 429, body: {}, headers: { 'retry-after': '2' } };
    }
    const { nowMs } = this.time;
    const id = `task_${this.tasks.size + 1}`;
    const task: MadeTask = {
      ...{ id, prompt, madeAtMs: nowMs, endsAtMs: nowMs + order.takesMs, fails: order.fails },
      ...(callback_url !== undefined && { callbackUrl: callback_url }),
    };
    this.tasks.set(id, task);
    this.around.onCreation();
    this.around.tell(
      `service: makes ${id} for "${prompt}", ready in ${Math.round(order.takesMs)} ms`,
    );
    this.time.at(task.endsAtMs - (this.plan.callbacks.early ? earlyMs : 0), () => this.end(task));
    if (order.create === 'answerLost') return { breakWith: 'ECONNRESET' };
    return { status: 200, body: { id, status: 'pending' } };
  }

  private read(id: string): HttpAnswer {
    const task = this.tasks.get(id);
    if (task === undefined) return { status: 404, body: { message: 'no such task' } };
    this.looks.set(id, (this.looks.get(id) ?? 0) + 1);
    this.lookedAtMs.set(id, this.time.nowMs);
    return { status: 200, body: this.recordOf(task) };
  }

  private recordOf({ id, madeAtMs, endsAtMs, fails }: MadeTask): object {
    if (this.time.nowMs < endsAtMs) {
      const share = (this.time.nowMs - madeAtMs) / (endsAtMs - madeAtMs);
      return { id, status: 'pending', progress: Math.floor(99 * share) };
    }
    if (fails) return { id, status: 'failed' };
    return { id, status: 'completed', results: [`https://videos.test/${id}.mp4`] };
  }

  private end(task: MadeTask): void {
    this.around.tell(`service: ${task.id} ${task.fails ? 'fails' : 'is ready'}`);
    const { callbackUrl } = task;
    const { callbacks } = this.plan;
    if (callbackUrl === undefined || !this.dice.isTrue(callbacks.share)) return;
    for (let n = 0; n <= callbacks.repeats; n++)
      this.time.after(callbacks.lateMs * this.dice.between(0.5, 1.5) + n * 700, () =>
        this.around.call(callbackUrl, this.recordOf(task)),
      );
  }
}
