/** Time that passes only when everybody sleeps. */
export class VirtualTime {
  private ms = 0;
  private order = 0;
  private readonly heap: Timer[] = [];

  readonly nowMs = () => this.ms;

  readonly sleep = (durationMs: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const timer = { atMs: this.ms + Math.max(0, durationMs), order: this.order++, fire: resolve };
      push(this.heap, timer);
      signal?.addEventListener('abort', () => {
        (timer as Timer).fire = undefined;
        reject(signal.reason as Error);
      });
    });

  /** Lets time pass until the work is done. */
  async run<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    done.catch(() => {});
    while (!isDone) {
      // A macrotask later every promise that could settle has settled.
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) break;
      const next = pop(this.heap);
      if (next === undefined) throw new Error('everybody waits for nothing');
      if (next.fire === undefined) continue;
      this.ms = Math.max(this.ms, next.atMs);
      next.fire();
    }
    return await done;
  }

  /** Timers that nobody has cleared. */
  get timers(): number {
    return this.heap.filter(({ fire }) => fire !== undefined).length;
  }
}

interface Timer {
  atMs: number;
  order: number;
  fire: (() => void) | undefined;
}

const isBefore = (one: Timer, other: Timer) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

function push(heap: Timer[], timer: Timer): void {
  let at = heap.push(timer) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(timer, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = timer;
}

function pop(heap: Timer[]): Timer | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    let least = left;
    if (right < heap.length && isBefore(heap[right]!, heap[left]!)) least = right;
    if (least >= heap.length || !isBefore(heap[least]!, last)) break;
    heap[at] = heap[least]!;
    at = least;
  }
  heap[at] = last;
  return first;
}
