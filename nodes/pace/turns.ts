import { urgencies, type Urgency } from './urgency';

/** Names who shares turns: requests of one flow wait behind each other, flows beside each other. */
export type Flow = string | symbol;

interface Link<Value> {
  value: Value;
  before: Link<Value> | undefined;
  behind: Link<Value> | undefined;
}

/** A list from whose middle something can leave as cheaply as from its ends. */
class Line<Value> {
  private first: Link<Value> | undefined;
  private last: Link<Value> | undefined;

  get head(): Link<Value> | undefined {
    return this.first;
  }

  join(value: Value): Link<Value> {
    const link: Link<Value> = { value, before: this.last, behind: undefined };
    if (this.last) this.last.behind = link;
    else this.first = link;
    this.last = link;
    return link;
  }

  joinInFront(value: Value): Link<Value> {
    const link: Link<Value> = { value, before: undefined, behind: this.first };
    if (this.first) this.first.before = link;
    else this.last = link;
    this.first = link;
    return link;
  }

  leave(link: Link<Value>): void {
    if (link.before) link.before.behind = link.behind;
    else this.first = link.behind;
    if (link.behind) link.behind.before = link.before;
    else this.last = link.before;
  }
}

/** Requests of one urgency. */
class Lane<Entry> {
  private readonly places = new Map<Flow, Link<{ flow: Flow; line: Line<Entry> }>>();
  private readonly flows = new Line<{ flow: Flow; line: Line<Entry> }>();
  servedAt = 0;

  get isEmpty(): boolean {
    return this.flows.head === undefined;
  }

  /** @returns leaves the lane without a turn */
  join(flow: Flow, entry: Entry, inFront: boolean): () => void {
    const place = this.places.get(flow) ?? this.flows.join({ flow, line: new Line<Entry>() });
    this.places.set(flow, place);
    const { line } = place.value;
    const link = inFront ? line.joinInFront(entry) : line.join(entry);
    return () => {
      line.leave(link);
      if (line.head === undefined) this.close(flow);
    };
  }

  /** The first of the flow whose turn it is; the flow goes behind the others. */
  take(): Entry {
    const { flow, line } = this.flows.head!.value;
    const link = line.head!;
    line.leave(link);
    this.close(flow);
    if (line.head !== undefined) this.places.set(flow, this.flows.join({ flow, line }));
    return link.value;
  }

  private close(flow: Flow): void {
    const place = this.places.get(flow);
    if (place) this.flows.leave(place);
    this.places.delete(flow);
  }
}

/** One departure in so many goes to whoever has waited longest for one, whatever the urgency. */
const oneForAllIn = 5;

/** Who goes next: the most urgent, flow by flow. Nobody waits for ever behind the more urgent. */
export class Turns<Entry> {
  private readonly lanes = new Map(urgencies.map((urgency) => [urgency, new Lane<Entry>()]));
  private departures = 0;
  private waiting = 0;

  get size(): number {
    return this.waiting;
  }

  /**
   * @param inFront - of the others of its flow
   * @returns leaves the queue; not to be called by who has had its turn
   */
  join(urgency: Urgency, flow: Flow, entry: Entry, inFront = false): () => void {
    const leave = this.lanes.get(urgency)!.join(flow, entry, inFront);
    this.waiting += 1;
    return () => {
      leave();
      this.waiting -= 1;
    };
  }

  /** Whether somebody of this urgency waits. */
  has(urgency: Urgency): boolean {
    return !this.lanes.get(urgency)!.isEmpty;
  }

  /** @param mayGo - which urgencies can be served now */
  take(mayGo: (urgency: Urgency) => boolean): Entry | undefined {
    const open = [...this.lanes].filter(([urgency, lane]) => !lane.isEmpty && mayGo(urgency));
    const [most] = open;
    if (most === undefined) return undefined;
    this.departures += 1;
    const [, lane] =
      this.departures % oneForAllIn === 0
        ? open.reduce((oldest, one) => (one[1].servedAt < oldest[1].servedAt ? one : oldest))
        : most;
    lane.servedAt = this.departures;
    this.waiting -= 1;
    return lane.take();
  }
}
