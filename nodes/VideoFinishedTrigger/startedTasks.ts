import type { IDataObject } from 'n8n-workflow';

const mostRemembered = 1_000;

interface Known {
  /** Tasks whose callback is being answered. */
  pending: Set<string>;
  /** Tasks that have started the workflow, oldest first. */
  started: string[];
}

/**
 * What this process knows, by node. It bridges the moment until n8n has stored the node's own
 * memory, and keeps callbacks that come together from overwriting each other there.
 */
const knownByNode = new Map<string, Known>();

/**
 * Remembers which tasks have started the workflow, so that a repeated callback does not start it
 * again. n8n stores the memory with the workflow.
 */
export class StartedTasks {
  private readonly stored: { ids?: string[] };
  private readonly known: Known;

  /**
   * @param staticData - the node's static data
   * @param address - tells this node from others in the process
   */
  constructor(staticData: IDataObject, address: string) {
    this.stored = staticData;
    this.known = knownByNode.get(address) ?? { pending: new Set(), started: [] };
    knownByNode.set(address, this.known);
  }

  /** Claims a task for one call; false when it started the workflow already or is about to. */
  claim(taskId: string): boolean {
    if (this.known.pending.has(taskId) || this.allStarted().includes(taskId)) return false;
    this.known.pending.add(taskId);
    return true;
  }

  /** Ends a claim; the task has started the workflow, or may be claimed again. */
  release(taskId: string, hasStarted: boolean): void {
    this.known.pending.delete(taskId);
    if (!hasStarted) return;
    this.known.started = [...this.allStarted(), taskId].slice(-mostRemembered);
    // A new array each time, or n8n does not notice the change and does not store it.
    this.stored.ids = [...this.known.started];
  }

  private allStarted(): string[] {
    return [...new Set([...(this.stored.ids ?? []), ...this.known.started])];
  }
}
