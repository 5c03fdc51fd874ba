import type { IContextObject } from 'n8n-workflow';
import type { Outcome } from './readOutcome';

/** What must be remembered: items that certainly were not taken may simply be sent again. */
export type Entry = Extract<Outcome, { kind: 'accepted' | 'unknown' }>;

interface StoredEntry {
  executionId: string;
  request: string;
  entry: Entry;
}

interface Run {
  runIndex: number;
  items: Record<string, StoredEntry>;
}

const contextKey = 'createdTasks';

/**
 * Remembers which items of the running node were already accepted. It lives in the node context,
 * which outlasts the tries of "Retry On Fail": those run the whole node again with all items.
 */
export class Ledger {
  private readonly run: Run;

  /**
   * @param nodeContext - what `getContext('node')` returned
   * @param runIndex - which pass of a loop this is; a new pass is new work, so older ones go
   * @param executionId - tells a try of this execution from a copied execution
   */
  constructor(
    nodeContext: IContextObject,
    runIndex: number,
    private readonly executionId: string,
  ) {
    const stored = nodeContext[contextKey] as Run | undefined;
    this.run = stored?.runIndex === runIndex ? stored : { runIndex, items: {} };
    nodeContext[contextKey] = this.run;
  }

  /**
   * @param itemIndex - the item
   * @param request - the request as text; in another execution only an equal one counts, while a
   *   try of this execution counts even where an expression gave another value this time
   */
  find(itemIndex: number, request: string): Entry | undefined {
    const stored = this.run.items[itemIndex];
    if (!stored) return undefined;
    const sameExecution = stored.executionId === this.executionId;
    return sameExecution || stored.request === request ? stored.entry : undefined;
  }

  record(itemIndex: number, request: string, outcome: Outcome): void {
    if (outcome.kind === 'notCreated') return;
    this.run.items[itemIndex] = { executionId: this.executionId, request, entry: outcome };
  }
}
