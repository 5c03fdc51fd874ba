interface Entry<Thing> {
  thing: Thing;
  atMs: number;
  /** Decides between equal times: whoever was set first comes first. */
  nth: number;
  /** Where in the heap it stands. */
  place: number;
}

const isBefore = <Thing>(one: Entry<Thing>, other: Entry<Thing>) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.nth < other.nth);

/**
 * Things, each with a time. The earliest is known at once, and setting or deleting any of them
 * takes as many steps as their number has digits: a binary heap that knows the place of each.
 */
export class Agenda<Thing> {
  private readonly heap: Entry<Thing>[] = [];
  private readonly entries = new Map<Thing, Entry<Thing>>();
  private count = 0;

  /** The thing with the earliest time. */
  get first(): { readonly thing: Thing; readonly atMs: number } | undefined {
    return this.heap[0];
  }

  /** The earliest time; Infinity when there is nothing. */
  get firstAtMs(): number {
    return this.heap[0]?.atMs ?? Infinity;
  }

  get size(): number {
    return this.heap.length;
  }

  /** Adds the thing, or moves it to another time. */
  set(thing: Thing, atMs: number): void {
    const nth = this.count++;
    const known = this.entries.get(thing);
    const entry = known ?? { thing, atMs, nth, place: this.heap.length };
    if (known === undefined) {
      this.entries.set(thing, entry);
      this.heap.push(entry);
    }
    entry.atMs = atMs;
    entry.nth = nth;
    this.settle(entry);
  }

  delete(thing: Thing): void {
    const entry = this.entries.get(thing);
    if (entry === undefined) return;
    this.entries.delete(thing);
    const last = this.heap.pop()!;
    if (last === entry) return;
    this.put(last, entry.place);
    this.settle(last);
  }

  /** Moves an entry up or down to where it belongs. */
  private settle(entry: Entry<Thing>): void {
    for (;;) {
      const parent = this.heap[(entry.place - 1) >> 1];
      if (entry.place === 0 || parent === undefined || isBefore(parent, entry)) break;
      this.swap(entry, parent);
    }
    for (;;) {
      const left = this.heap[2 * entry.place + 1];
      const right = this.heap[2 * entry.place + 2];
      if (left === undefined) return;
      const child = right !== undefined && isBefore(right, left) ? right : left;
      if (isBefore(entry, child)) return;
      this.swap(entry, child);
    }
  }

  private swap(one: Entry<Thing>, other: Entry<Thing>): void {
    const { place } = one;
    this.put(one, other.place);
    this.put(other, place);
  }

  private put(entry: Entry<Thing>, place: number): void {
    this.heap[place] = entry;
    entry.place = place;
  }
}
