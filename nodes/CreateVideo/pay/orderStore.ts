import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { openStoreRows } from '../../n8n/storeRows';
import { inTurn } from './storeTurns';
import { readNotes, writeNotes, type TaskNote } from './taskNotes';

/** What n8n remembers for one node, in its own database: over executions, restarts and workers. */
export interface OrderStore {
  /** Names the node, in all executions and processes. */
  readonly place: string;
  /** Whether this n8n can keep notes. */
  readonly hasNotes: boolean;
  /** Records entries that are not recorded yet. @returns those that were not */
  claim(entries: readonly string[]): Promise<Set<string>>;
  /** Gives entries back that were claimed, and notes down what came of other orders. */
  settle(entries: readonly string[], notes: ReadonlyMap<string, TaskNote>): Promise<void>;
  /**
   * Asks what others noted of orders that they have claimed.
   *
   * @param entryOf - the entry by which an order is claimed
   * @returns what is known so far; `free` for one that was given back
   */
  ask(
    orderKeys: readonly string[],
    entryOf: (orderKey: string) => string,
  ): Promise<Map<string, TaskNote | 'free'>>;
}

/** More than anybody orders within the days in which a delivery may be repeated. */
const mostEntries = 20_000;

/**
 * Opens the store in which n8n remembers, for this node, what must not happen twice.
 *
 * @throws UserError where this n8n has none, or the workflow is not saved
 */
export async function openOrderStore(context: IExecuteFunctions): Promise<OrderStore> {
  const { id: workflowId } = context.getWorkflow();
  // A call of the MCP Server Trigger has no execution ID, and its workflow is saved.
  if (!workflowId)
    throw new UserError('Order Key and Most Videos per Day need a saved workflow. Save it first');
  const rows = await openStoreRows(context, mostEntries);
  const { own, beside } = rows;
  const place = `${workflowId} ${context.getNode().id}`;
  return {
    place,
    hasNotes: beside !== undefined,
    async claim(entries) {
      const wanted = [...new Set(entries)];
      if (wanted.length === 0) return new Set();
      const { result, isSure } = await inTurn(place, rows, async () => await own.record(wanted));
      if (isSure) return result;
      await inTurn(place, rows, async () => await own.remove([...result]));
      throw new UserError(
        'n8n’s database took too long to note the orders down, so they weren’t sent. Nothing was charged',
      );
    },
    async settle(entries, notes) {
      const hasNotes = beside !== undefined && notes.size > 0;
      if (entries.length === 0 && !hasNotes) return;
      await inTurn(place, rows, async () => {
        if (entries.length > 0) await own.remove(entries);
        if (hasNotes) await writeNotes(beside, notes);
      });
    },
    async ask(orderKeys, entryOf) {
      const { result } = await inTurn(place, rows, async () => {
        const free = await own.record(orderKeys.map(entryOf));
        if (free.size > 0) await own.remove([...free]);
        const taken = orderKeys.filter((orderKey) => !free.has(entryOf(orderKey)));
        const notes = beside === undefined ? [] : await readNotes(beside, taken);
        const freed = orderKeys.filter((orderKey) => free.has(entryOf(orderKey)));
        return new Map<string, TaskNote | 'free'>([
          ...notes,
          ...freed.map((orderKey) => [orderKey, 'free'] as const),
        ]);
      });
      return result;
    },
  };
}
