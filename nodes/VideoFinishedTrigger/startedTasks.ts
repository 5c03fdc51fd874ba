import type { IDataObject } from 'n8n-workflow';

const mostRemembered = 1_000;

/**
 * Tasks of this process whose callback is being answered or has started a workflow. It bridges the
 * moment until n8n has stored the node's own memory.
 */
const claimed = new Set<string>();

/**
 * Remembers which tasks have started the workflow, so that a repeated callback does not start it
 * again. n8n stores the memory with the workflow.
 */
export class StartedTasks {
  private readonly stored: { ids?: string[] };

  /**
   * @param staticData - the node's static data
   * @param address - tells this node from others in the process
   */
  constructor(
    staticData: IDataObject,
    private readonly address: string,
  ) {
    this.stored = staticData;
  }

  /** Claims a task for one call; false when it started the workflow already or is about to. */
  claim(taskId: string): boolean {
    const key = `${this.address} ${taskId}`;
    if (this.stored.ids?.includes(taskId) || claimed.has(key)) return false;
    claimed.add(key);
    return true;
  }

  /** Ends a claim; the task has started the workflow, or may be claimed again. */
  release(taskId: string, hasStarted: boolean): void {
    if (!hasStarted) {
      claimed.delete(`${this.address} ${taskId}`);
      return;
    }
    // A new array each time, or n8n does not notice the change and does not store it.
    this.stored.ids = [...(this.stored.ids ?? []), taskId].slice(-mostRemembered);
    if (claimed.size > mostRemembered) claimed.delete(claimed.values().next().value as string);
  }
}
