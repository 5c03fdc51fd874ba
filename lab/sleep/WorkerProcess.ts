import type { Job } from './Jobs.ts';
import { N8nProcess } from './N8nProcess.ts';

const mostAtOnce = 10;

/** A worker of n8n's queue mode. */
export class WorkerProcess extends N8nProcess {
  readonly kind = 'worker';
  private busy = 0;

  /** Takes what is queued, as far as there is room. */
  work(): void {
    if (this.isDead || this.isStopping) return;
    for (; this.busy < mostAtOnce; this.busy++) {
      const job = this.world.jobs.take(this);
      if (job === undefined) return;
      void this.act(() => this.processJob(job)).then(() => {
        this.busy -= 1;
        this.work();
      });
    }
  }

  /** As `JobProcessor.processJob`. */
  private async processJob(job: Job): Promise<void> {
    const { executionId: id, isResumed } = job;
    await this.pass(this.world.dice.between(0.5, 5));
    const row = await this.store.read(this, id);
    if (row !== undefined && row.status !== 'crashed') {
      this.world.noteIfBehindNodes(row, isResumed);
      this.active.set(id, { status: 'running', release: () => undefined, isOver: false });
      const { over } = await this.begin(id, { row, data: row.data }, isResumed);
      await over;
    } else this.tell(`leaves execution ${id}, which is ${row?.status ?? 'gone'}`);
    this.world.jobs.end(job, 'done');
  }

  async stop(graceMs: number): Promise<void> {
    this.tell('stops');
    this.isStopping = true;
    const untilMs = this.world.time.nowMs + graceMs;
    while (this.busy > 0 && this.world.time.nowMs < untilMs) await this.pass(500);
  }
}
