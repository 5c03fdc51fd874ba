import { MainProcess } from './MainProcess.ts';
import type { Disturbance, Sharply } from './Plan.ts';
import type { WorkerProcess } from './WorkerProcess.ts';
import type { World } from './World.ts';

type Ending = Extract<Disturbance, { kind: 'kill' | 'stop' }>;

/** What is to end in the midst of something does without, when that does not come. */
const longestForSharpMs = 5 * 60_000;

/** Everything that happens to n8n and to the service. */
export class Disturbances {
  /** How many ends wait for the moment in whose midst they are to come. */
  endsToCome = 0;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  disturb(one: Disturbance): void {
    this.world.tell(`world: ${JSON.stringify(one)}`);
    const calm = () =>
      (this.world.calmSinceMs = Math.max(this.world.calmSinceMs, this.world.time.nowMs));
    const over = (forMs: number, undo: () => void) => {
      this.world.calmSinceMs = Math.max(this.world.calmSinceMs, this.world.time.nowMs + forMs);
      this.world.time.after(forMs, () => {
        this.world.tell(`world: ${one.kind} is over`);
        undo();
        calm();
      });
    };
    switch (one.kind) {
      case 'kill':
      case 'stop':
        return one.sharply === undefined ? this.endSome(one) : this.endSharply(one, one.sharply);
      case 'outage':
        this.world.service.outage = one.how;
        return over(one.forMs, () => (this.world.service.outage = undefined));
      case 'pause':
        this.world.service.pausedUntilMs = this.world.time.nowMs + one.forMs;
        return over(one.forMs, () => undefined);
      case 'slowStore': {
        const { latencyMs } = this.world.store;
        this.world.store.latencyMs = one.latencyMs;
        return over(one.forMs, () => (this.world.store.latencyMs = latencyMs));
      }
      case 'clock':
        this.world.clockAheadMs += one.byMs;
        for (const process of this.world.processes) process.clockAheadMs += one.byMs;
        calm();
        return;
      case 'unreachable':
        this.world.network.isCut = true;
        return over(one.forMs, () => (this.world.network.isCut = false));
      case 'cancel':
        return this.cancel();
      case 'busy': {
        const { main } = this.world;
        if (main === undefined || !main.isListening) return;
        void main
          .act(() => main.beBusy(one.forMs))
          .then(() => {
            this.world.tell('world: a place is free again');
            calm();
          });
        return;
      }
      case 'forgedCalls':
        return this.forge(one.count, one.named);
    }
  }

  private cancel(): void {
    const asleep = [...this.world.store.rows.values()].filter(({ status }) => status === 'waiting');
    const { main } = this.world;
    if (asleep.length === 0 || main === undefined || !main.isReady) return;
    const { id } = this.world.dice.pick(asleep);
    void main.act(() => main.cancel(id));
  }

  private forge(count: number, named: boolean): void {
    const ids = [...this.world.store.rows.keys()];
    if (ids.length === 0) return;
    const id = this.world.dice.pick(ids);
    const { plan } = this.world.store.rows.get(id)!;
    const tasks = [...this.world.service.tasks.keys()];
    const url = `https://n8n.test/webhook-waiting/${id}/videogen-callback?signature=token-${plan.atMs}`;
    for (let n = 0; n < count; n++)
      this.world.time.after(n * this.world.dice.between(0, 400), () =>
        this.world.callBack(
          url,
          named && tasks.length > 0 ? { id: this.world.dice.pick(tasks) } : {},
        ),
      );
  }

  private endSome({ kind, process, downMs }: Ending): void {
    const n = this.world.dice.whole(0, this.world.plan.workers - 1);
    const one = process === 'worker' ? this.world.workers[n] : this.world.main;
    if (one === undefined || one.isDead || one.isStopping) return;
    const end = () => {
      if (one.isDead) return;
      if (one instanceof MainProcess) this.world.endMain(one, downMs);
      else this.world.endWorker(one as WorkerProcess, n, downMs);
    };
    if (kind === 'kill') end();
    // A happening of its own: nothing of the process goes on behind it.
    else
      void one
        .act(() => (one as MainProcess | WorkerProcess).stop(30_000))
        .then(() => this.world.time.after(0, end));
  }

  private readonly sharp: Array<{ after: Sharply['after']; happenings: number; end: () => void }> =
    [];

  private endSharply(one: Ending, { after, happenings }: Sharply): void {
    let isDone = false;
    this.endsToCome += 1;
    const end = () => {
      if (isDone) return;
      isDone = true;
      this.endsToCome -= 1;
      this.world.tell(`world: now the ${one.kind}`);
      this.endSome(one);
    };
    this.sharp.push({ after, happenings, end });
    this.world.time.after(longestForSharpMs, end);
  }

  /** Something of a kind begins, in whose midst something may end. */
  begins(what: Sharply['after']): void {
    for (const one of this.sharp.filter(({ after }) => after === what)) {
      this.sharp.splice(this.sharp.indexOf(one), 1);
      this.world.time.afterHappenings(one.happenings, one.end);
    }
  }
}
