import { mostPerTurn } from './Limit';
import { urgencies, type Urgency } from './urgency';

/** Names an execution: its requests wait behind each other, those of others beside them. */
export type Flow = string | symbol;

interface Entry {
  urgency: Urgency;
  flow: Flow;
  /** The service has refused it: it goes before the others of its flow. */
  wasRefused: boolean;
}

interface Queue<One> {
  refused: Set<One>;
  fresh: Set<One>;
}

/** Who goes next: the most urgent, and of those one execution after another. */
export class Turns<One extends Entry> {
  private readonly lanes = urgencies.map((urgency) => ({
    urgency,
    flows: new Map<Flow, Queue<One>>(),
    servedAt: 0,
  }));
  private departures = 0;

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** The urgencies of which somebody waits. */
  get waiting(): Urgency[] {
    return this.lanes.filter(({ flows }) => flows.size > 0).map(({ urgency }) => urgency);
  }

  /** Everybody who waits, in no order. */
  *[Symbol.iterator](): Iterator<One> {
    for (const { flows } of this.lanes)
      for (const { refused, fresh } of flows.values()) yield* [...refused, ...fresh];
  }

  add(one: One): void {
    const { flows } = this.laneOf(one);
    const queue = flows.get(one.flow) ?? { refused: new Set(), fresh: new Set() };
    flows.set(one.flow, queue);
    (one.wasRefused ? queue.refused : queue.fresh).add(one);
  }

  delete(one: One): void {
    const { flows } = this.laneOf(one);
    const queue = flows.get(one.flow);
    if (queue === undefined) return;
    queue.refused.delete(one);
    queue.fresh.delete(one);
    if (queue.refused.size + queue.fresh.size === 0) flows.delete(one.flow);
  }

  /** @param mayGo - which urgencies can be served now */
  take(mayGo: (urgency: Urgency) => boolean): One | undefined {
    const open = this.lanes.filter(({ urgency, flows }) => flows.size > 0 && mayGo(urgency));
    if (open.length === 0) return undefined;
    this.departures += 1;
    // One in so many goes to the urgency that has waited longest, so that none starves.
    if (this.departures % mostPerTurn === 0)
      open.sort((one, other) => one.servedAt - other.servedAt);
    const lane = open[0]!;
    lane.servedAt = this.departures;
    const [flow, queue] = lane.flows.entries().next().value!;
    const [one] = queue.refused.size > 0 ? queue.refused : queue.fresh;
    // Behind the other executions.
    lane.flows.delete(flow);
    lane.flows.set(flow, queue);
    this.delete(one!);
    return one;
  }

  private laneOf({ urgency }: Entry) {
    return this.lanes.find((lane) => lane.urgency === urgency)!;
  }
}
