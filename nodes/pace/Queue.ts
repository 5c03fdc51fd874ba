/** Names an execution: its requests wait behind each other, those of others beside them. */
export type Flow = string | symbol;

/** Who waits, one execution after another; what the service has refused goes first in its own. */
export class Queue<One extends { flow: Flow }> {
  private readonly flows = new Map<Flow, { refused: Set<One>; fresh: Set<One> }>();

  get isEmpty(): boolean {
    return this.flows.size === 0;
  }

  get all(): One[] {
    return [...this.flows.values()].flatMap(({ refused, fresh }) => [...refused, ...fresh]);
  }

  add(one: One, wasRefused: boolean): void {
    const waiting = this.flows.get(one.flow) ?? { refused: new Set(), fresh: new Set() };
    this.flows.set(one.flow, waiting);
    (wasRefused ? waiting.refused : waiting.fresh).add(one);
  }

  delete(one: One): void {
    const waiting = this.flows.get(one.flow);
    waiting?.refused.delete(one);
    waiting?.fresh.delete(one);
    if (waiting?.refused.size === 0 && waiting.fresh.size === 0) this.flows.delete(one.flow);
  }

  take(): One | undefined {
    const [next] = this.flows;
    if (next === undefined) return undefined;
    const [flow, waiting] = next;
    const [one] = waiting.refused.size > 0 ? waiting.refused : waiting.fresh;
    // Behind the other executions.
    this.flows.delete(flow);
    this.flows.set(flow, waiting);
    this.delete(one!);
    return one;
  }
}
