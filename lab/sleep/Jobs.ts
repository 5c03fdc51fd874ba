import type { Owner, VirtualTime } from './VirtualTime.ts';
import type { Dice } from './Dice.ts';

export interface Job {
  readonly executionId: string;
  readonly isResumed: boolean;
  state: 'waiting' | 'active' | 'done' | 'stalled';
  worker?: Owner;
  onEnd: Array<(how: 'done' | 'stalled') => void>;
}

/** n8n's queue in Redis, which outlives its processes. */
export class Jobs {
  private readonly all: Job[] = [];
  private readonly time: VirtualTime;
  private readonly dice: Dice;
  /** Called when there is something to do. */
  onWork: () => void = () => undefined;

  constructor(time: VirtualTime, dice: Dice) {
    this.time = time;
    this.dice = dice;
  }

  add(executionId: string, isResumed: boolean): Job {
    const job: Job = { executionId, isResumed, state: 'waiting', onEnd: [] };
    this.all.push(job);
    this.time.after(this.dice.between(0.5, 5), () => this.onWork());
    return job;
  }

  /** Those that n8n finds in the queue. */
  open = () => this.all.filter(({ state }) => state === 'waiting' || state === 'active');

  take(worker: Owner): Job | undefined {
    const job = this.all.find(({ state }) => state === 'waiting');
    if (job !== undefined) Object.assign(job, { state: 'active', worker });
    return job;
  }

  /** How the job ended, for whoever still lives to hear it. */
  finished = (job: Job, listener: Owner): Promise<'done' | 'stalled'> =>
    new Promise((resolve) => {
      const hear = (how: 'done' | 'stalled') =>
        this.time.after(this.dice.between(0.5, 5), () => resolve(how), listener);
      job.onEnd.push(hear);
    });

  end(job: Job, how: 'done' | 'stalled'): void {
    if (job.state !== 'active') return;
    job.state = how;
    for (const hear of job.onEnd) hear(how);
  }

  /** The jobs of a worker that is gone count as stalled after a while. */
  stall(worker: Owner): string[] {
    const lost = this.all.filter((job) => job.state === 'active' && job.worker === worker);
    for (const job of lost)
      this.time.after(this.dice.between(30_000, 60_000), () => this.end(job, 'stalled'));
    return lost.map(({ executionId }) => executionId);
  }
}
