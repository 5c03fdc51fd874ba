/** Names an execution: its requests wait behind each other, those of others beside them. */
export type Flow = string | symbol;

/** Who waits, one execution after another; what the service has refused goes first in its own. */
export class Queue<One extends { flow: Flow }> {
  private readonly flows = new Map<Flow, Set<One>>();

  get isEmpty(): boolean {
    return this.flows.size === 0;
  }

  get all(): One[] {
    return [...this.flows.values()].flatMap((waiting) => [...waiting]);
  }

  add(one: One, wasRefused: boolean): void {
    const waiting = this.flows.get(one.flow) ?? new Set();
    this.flows.set(one.flow, wasRefused ? new Set([one, ...waiting]) : waiting.add(one));
  }

  delete(one: One): void {
    const waiting = this.flows.get(one.flow);
    waiting?.delete(one);
    if (waiting?.size === 0) this.flows.delete(one.flow);
  }

  take(): One | undefined {
    const [next] = this.flows;
    if (next === undefined) return undefined;
    const [flow, waiting] = next;
    const [one] = waiting;
    // Behind the other executions.
    this.flows.delete(flow);
    this.flows.set(flow, waiting);
    this.delete(one!);
    return one;
  }
}
