import { UserError, type IExecuteFunctions, type INode } from 'n8n-workflow';

/** A row of n8n's deduplication store: hashes, which can be tested and not be read. */
export interface StoreRow {
  /** Records entries. @returns those that were not recorded before */
  record(entries: readonly string[]): Promise<Set<string>>;
  remove(entries: readonly string[]): Promise<void>;
  count(): Promise<number>;
  /** Removes the row itself. */
  drop(): Promise<void>;
}

/** The rows of one node, in n8n's database: they outlast restarts, and all workers share them. */
export interface StoreRows {
  /** The row that n8n has for the node. */
  own: StoreRow;
  /** Rows beside it, by name; undefined where this n8n has none. Two can't be made at once. */
  beside: ((name: string) => StoreRow) | undefined;
}

/** n8n 1 may not have them. */
type MayDeduplicate = Partial<
  Pick<
    IExecuteFunctions['helpers'],
    | 'checkProcessedAndRecord'
    | 'removeProcessed'
    | 'getProcessedDataCount'
    | 'clearAllProcessedItems'
  >
>;

/** n8n's contexts have the node that they run, but no type promises it. */
type MayHaveNode = { node?: INode };

/** Whether rows beside the node's own are rows of their own, once that was tried. */
let hasRowsBeside: Promise<boolean> | undefined;

/**
 * Opens the store in which n8n remembers, for each node, what it has processed.
 *
 * @param mostEntries - the node's own row keeps so many of the newest
 * @throws UserError where this n8n has none
 */
export async function openStoreRows(
  context: IExecuteFunctions,
  mostEntries: number,
): Promise<StoreRows> {
  const {
    checkProcessedAndRecord,
    removeProcessed,
    getProcessedDataCount,
    clearAllProcessedItems,
  } = context.helpers as MayDeduplicate;
  if (checkProcessedAndRecord === undefined || removeProcessed === undefined)
    throw new UserError(
      'This version of n8n can’t remember orders. Update n8n, or leave Order Key and Most Videos per Day out',
    );
  const open = (name: string | undefined, maxEntries?: number): StoreRow => {
    const options = { mode: 'entries', ...(maxEntries && { maxEntries }) } as const;
    const at = <T>(call: () => Promise<T>) => inRow(context as MayHaveNode, name, call);
    return {
      async record(entries) {
        const all = [...entries];
        const checked = await at(() => checkProcessedAndRecord(all, 'node', options));
        return new Set(checked.new.map(String));
      },
      remove: async (entries) => await at(() => removeProcessed([...entries], 'node', options)),
      count: async () => await at(() => getProcessedDataCount!('node', options)),
      drop: async () => await at(() => clearAllProcessedItems!('node', options)),
    };
  };
  const own = open(undefined, mostEntries);
  if (getProcessedDataCount === undefined || clearAllProcessedItems === undefined)
    return { own, beside: undefined };
  hasRowsBeside ??= tryRows(context, open).catch(() => {
    hasRowsBeside = undefined;
    return false;
  });
  return { own, beside: (await hasRowsBeside) ? open : undefined };
}

/** n8n finds the row by the node's ID, and reads that before it does anything else. */
async function inRow<T>(
  context: MayHaveNode,
  name: string | undefined,
  call: () => Promise<T>,
): Promise<T> {
  const { node } = context;
  if (name === undefined || node === undefined) return await call();
  const { id } = node;
  node.id = `${id} ${name}`;
  let answer: Promise<T>;
  try {
    answer = call();
  } finally {
    node.id = id;
  }
  return await answer;
}

/** Looks before anything is trusted to a row beside: dropping it must not drop the node's own. */
async function tryRows(
  context: IExecuteFunctions,
  open: (name: string) => StoreRow,
): Promise<boolean> {
  if ((context as MayHaveNode).node === undefined) return false;
  const [one, other] = [`try ${Math.random()}`, `try ${Math.random()}`];
  await open(one).record(['tried']);
  const counts = [await open(one).count(), await open(other).count()];
  const areApart = counts[0] === 1 && counts[1] === 0;
  await (areApart ? open(one).drop() : open(one).remove(['tried']));
  return areApart;
}
