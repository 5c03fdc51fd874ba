import type { IDataObject } from 'n8n-workflow';
import type { Refusal } from './readCallbackTaskId';

const mostRemembered = 1_000;

/**
 * The tasks that have started the workflow in this process, by node, oldest first. It bridges the
 * moment until n8n has stored the node's own memory, and keeps callbacks that come together from
 * overwriting each other there.
 */
const startedByNode = new Map<string, string[]>();

/**
 * Remembers which tasks have started the workflow, so that a repeated callback does not start it
 * again. n8n stores the memory with the workflow.
 */
export class StartedTasks {
  /**
   * @param staticData - the node's static data
   * @param address - tells this node from others in the process
   */
  constructor(
    private readonly staticData: IDataObject,
    private readonly address: string,
  ) {}

  /** How to answer a call that must not start the workflow. */
  whyNot(taskId: string): Refusal | undefined {
    return this.all().includes(taskId) ? this.whenShared : undefined;
  }

  /** How to answer a call whose look was shared with one that starts the workflow. */
  readonly whenShared: Refusal = {
    httpStatus: 200,
    message: 'This workflow has already been started for this task',
  };

  add(taskId: string): void {
    const started = [...this.all(), taskId].slice(-mostRemembered);
    startedByNode.set(this.address, started);
    // A new array each time, or n8n does not notice the change and does not store it.
    this.staticData.ids = [...started];
  }

  private all(): string[] {
    const { ids } = this.staticData;
    const stored = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
    return [...new Set([...stored, ...(startedByNode.get(this.address) ?? [])])];
  }
}
