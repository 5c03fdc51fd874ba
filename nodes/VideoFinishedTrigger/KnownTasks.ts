import { setNewest } from '../memory/setNewest';
import type { Ending } from '../tasks/endOf';
import { reply, type Reply } from './reply';

/** In this process, ... */
const mostKnown = 10_000;
/** ... and with the workflow, where n8n stores all of them anew with each start. */
const mostStored = 1_000;
/** Whoever knows the URL and a task's ID could run a workflow that fails over and over. */
export const mostStarts = 10;

/** n8n's answer to a call: it tells how the workflow ended, also when the caller has left. */
export interface Answer {
  writableEnded: boolean;
  statusCode: number;
}

/** What n8n stores for the node. */
type Stored = Record<string, unknown>;

/** A task that has ended: that never changes, so nobody need look at it again. */
interface Known {
  status: Ending;
  starts: number;
  /** Whether it has started the workflow for good. */
  isDone: boolean;
}

/** The tasks that one trigger was called about and that have ended, so that each starts it once. */
export class KnownTasks {
  private readonly known = new Map<string, Known>();
  /** The answers that n8n has not given yet: each holds all of its call. */
  private readonly running = new Map<string, Answer>();
  /** Calls that come together overwrite each other in what n8n stores; here is all, oldest first. */
  private started: string[] = [];

  /**
   * How to answer a call that must not start the workflow.
   *
   * @param wanted - the results that it starts for
   * @param stored - what n8n has stored for the node
   */
  whyNot(taskId: string, wanted: readonly string[], stored: Stored): Reply | undefined {
    this.settle();
    if (this.running.has(taskId))
      return reply(503, 'The workflow is running for this task, and may still fail');
    const known = this.known.get(taskId);
    if (known?.isDone || idsIn(stored).includes(taskId))
      return reply(200, 'The workflow has already run for this task');
    if (known === undefined) return undefined;
    if (known.starts >= mostStarts)
      return reply(429, 'The workflow has failed too often for this task');
    return wanted.includes(known.status)
      ? undefined
      : reply(200, 'This workflow doesn’t start for this result');
  }

  /** Remembers how a task ended. @returns whether that is new */
  end(taskId: string, status: Ending): boolean {
    if (this.known.has(taskId)) return false;
    setNewest(this.known, taskId, { status, starts: 0, isDone: false }, mostKnown);
    return true;
  }

  /** Remembers that a task that has ended starts the workflow, and has n8n store it. */
  start(taskId: string, stored: Stored): void {
    this.known.get(taskId)!.isDone = true;
    this.started = [...new Set([...idsIn(stored), ...this.started, taskId])].slice(-mostStored);
    // A new array each time, or n8n does not notice the change and does not store it.
    stored.ids = [...this.started];
  }

  /**
   * Remembers a start whose caller is answered at the end of the workflow, so that a later call can
   * start it again if it failed. Only here: what a kill cut off must not count as started.
   */
  startUntil(taskId: string, end: Answer): void {
    this.known.get(taskId)!.starts += 1;
    this.running.set(taskId, end);
  }

  private settle(): void {
    for (const [taskId, { writableEnded, statusCode }] of this.running) {
      if (!writableEnded) continue;
      this.running.delete(taskId);
      const known = this.known.get(taskId);
      if (known) known.isDone = statusCode < 300;
    }
  }
}

const idsIn = ({ ids }: Stored): string[] =>
  Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
