/** The place of one thing in an agenda. */
export interface Slot<Thing> {
  readonly thing: Thing;
  /** Decides between equal times: whoever was set first comes first. */
  nth: number;
  /** Where in the heap it stands; -1 while it has no time. */
  place: number;
}

export const slotFor = <Thing>(thing: Thing): Slot<Thing> => ({ thing, nth: 0, place: -1 });

/**
 * Things, each with a time. The earliest is known at once, and setting or deleting any of them
 * takes no more steps than their number has binary digits: a heap whose slots know their place.
 */
export class Agenda<Thing> {
  private readonly heap: Slot<Thing>[] = [];
  /** The times of the heap's slots. Apart from them, since comparing is most of the work. */
  private readonly timesMs: number[] = [];
  private count = 0;

  /** The thing with the earliest time. */
  get first(): Thing | undefined {
    return this.heap[0]?.thing;
  }

  /** The earliest time; Infinity when there is nothing. */
  get firstAtMs(): number {
    return this.timesMs[0] ?? Infinity;
  }

  get size(): number {
    return this.heap.length;
  }

  /** Gives the thing a time, or another one. */
  set(slot: Slot<Thing>, atMs: number): void {
    slot.nth = this.count++;
    this.settle(slot, atMs, slot.place < 0 ? this.heap.length : slot.place);
  }

  delete(slot: Slot<Thing>): void {
    const { place } = slot;
    if (place < 0) return;
    slot.place = -1;
    const last = this.heap.pop()!;
    const lastAtMs = this.timesMs.pop()!;
    if (last !== slot) this.settle(last, lastAtMs, place);
  }

  /** Puts a slot where it belongs, from a place that is free on: further up, or further down. */
  private settle(slot: Slot<Thing>, atMs: number, from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.isBefore(atMs, slot, parent)) break;
      this.move(parent, place);
      place = parent;
    }
    for (;;) {
      const left = 2 * place + 1;
      const right = left + 1;
      if (left >= this.heap.length) break;
      const isRight =
        right < this.heap.length && this.isBefore(this.timesMs[right]!, this.heap[right]!, left);
      const child = isRight ? right : left;
      if (this.isBefore(atMs, slot, child)) break;
      this.move(child, place);
      place = child;
    }
    this.put(slot, atMs, place);
  }

  /** Whether a slot comes before the one at that place. */
  private isBefore(atMs: number, { nth }: Slot<Thing>, place: number): boolean {
    const otherAtMs = this.timesMs[place]!;
    return atMs < otherAtMs || (atMs === otherAtMs && nth < this.heap[place]!.nth);
  }

  private move(from: number, to: number): void {
    this.put(this.heap[from]!, this.timesMs[from]!, to);
  }

  private put(slot: Slot<Thing>, atMs: number, place: number): void {
    this.heap[place] = slot;
    this.timesMs[place] = atMs;
    slot.place = place;
  }
}
