import { UserError, type IExecuteFunctions } from 'n8n-workflow';

/** n8n's own store of one node: a list of hashes in its database, of which the newest are kept. */
export interface OrderStore {
  /** Names the node, in all executions and processes. */
  readonly place: string;
  /** Records entries that are not recorded yet. @returns those that were not */
  claim(entries: readonly string[]): Promise<Set<string>>;
  free(entries: readonly string[]): Promise<void>;
}

/** More than anybody orders within the days in which a delivery may be repeated. */
const options = { mode: 'entries', maxEntries: 20_000 } as const;

/** The end of the queue of each store: n8n reads and writes it without a lock. */
const queues = new Map<string, Promise<unknown>>();

/** n8n 1 may not have them. */
type MayDeduplicate = Partial<
  Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>
>;

/**
 * Opens the store in which n8n remembers, for this node, what must not happen twice. It outlasts
 * executions and restarts, and all workers share it.
 *
 * @throws UserError where this n8n has none, or the workflow is not saved
 */
export function openOrderStore(context: IExecuteFunctions): OrderStore {
  const { checkProcessedAndRecord, removeProcessed }: MayDeduplicate = context.helpers;
  const { id: workflowId } = context.getWorkflow();
  if (checkProcessedAndRecord === undefined || removeProcessed === undefined)
    throw new UserError(
      'This version of n8n can’t remember orders. Update n8n, or leave Order Key and Most Videos per Day out',
    );
  if (!workflowId || !context.getExecutionId())
    throw new UserError('Order Key and Most Videos per Day need a saved workflow. Save it first');
  const place = `${workflowId} ${context.getNode().id}`;
  return {
    place,
    claim: async (entries) => {
      const wanted = [...new Set(entries)];
      if (wanted.length === 0) return new Set();
      const claimed = await inTurn(place, async () =>
        checkProcessedAndRecord(wanted, 'node', options),
      );
      return new Set(claimed.new.map(String));
    },
    free: async (entries) => {
      if (entries.length > 0)
        await inTurn(place, async () => removeProcessed([...entries], 'node', options));
    },
  };
}

/** Runs work when all earlier work of the same place is done, whatever came of that. */
async function inTurn<T>(place: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(place);
  const mine = (async () => {
    await before;
    return await work();
  })();
  const end = mine.then(
    () => undefined,
    () => undefined,
  );
  queues.set(place, end);
  void end.then(() => {
    if (queues.get(place) === end) queues.delete(place);
  });
  return await mine;
}
