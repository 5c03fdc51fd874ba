import type { World } from './World.ts';

/** As n8n's `ConcurrencyQueue`: so many executions may run at a time. */
export class ConcurrencyQueue {
  private room: number;
  private readonly queue: Array<() => void> = [];
  private readonly world: World;

  /** @param limit - 0 for none */
  constructor(world: World, limit: number) {
    this.world = world;
    this.room = limit === 0 ? Infinity : limit;
  }

  /**
   * Those beyond the limit wait for their turn, in order.
   *
   * @returns gives the place back
   */
  async reserve(mode: string): Promise<() => void> {
    if (mode === 'manual' || mode === 'retry') return () => undefined;
    this.room -= 1;
    if (this.room < 0) {
      const sinceMs = this.world.time.nowMs;
      await new Promise<void>((resolve) => this.queue.push(resolve));
      this.world.noteQueued(this.world.time.nowMs - sinceMs);
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.room += 1;
      this.queue.shift()?.();
    };
  }
}
