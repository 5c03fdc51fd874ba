import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { setNewest } from '../../memory/setNewest';
import { openStoreRows } from '../../n8n/storeRows';
import { drawPages, periodNow, type Beside, type Page } from './drawPages';
import { lookInto } from './lookInto';
import { findPages, forgetPages, recordLost, recordPages } from './noteIndex';
import { inTurn } from './storeTurns';
import { readNotes, writeNotes, type TaskNote } from './taskNotes';

/** What n8n remembers for one node, in its own database: over executions, restarts and workers. */
export interface OrderStore {
  /** Names the node, in all executions and processes. */
  readonly place: string;
  /** Whether this n8n can keep notes. */
  readonly hasNotes: boolean;
  /** Claims keys that nobody has claimed. @returns those */
  claim(orderKeys: readonly string[]): Promise<Set<string>>;
  /** Gives back keys that were claimed here. */
  free(orderKeys: readonly string[]): Promise<void>;
  /** Notes down what came of orders that were claimed here, or in an earlier try. */
  note(notes: ReadonlyMap<string, TaskNote>): Promise<void>;
  /** Notes down of orders of others that nobody will hear what came of them. */
  giveUp(orderKeys: readonly string[]): Promise<void>;
  /** Asks what others noted of orders. @returns what is known so far; `free` for one that was freed */
  ask(orderKeys: readonly string[]): Promise<Map<string, TaskNote | 'free'>>;
  /** Records entries other than orders. @returns those that were not recorded before */
  take(entries: readonly string[]): Promise<Set<string>>;
  /** Removes entries that were taken. */
  giveBack(entries: readonly string[]): Promise<void>;
}

/** More than anybody orders within the days in which a delivery may be repeated. */
const mostEntries = 20_000;

/** So many orders share a page; a page that has fewer than the other takes more of them. */
const mostAtOnceOnPage = 100;
const fewOnPage = 32;

/** The page that this process writes on, by node, and how many orders are there. */
const openPages = new Map<string, { page: Page; orders: number }>();
const mostRemembered = 1_000;

const entryOf = (orderKey: string) => `order ${orderKey}`;

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
  const turn = async <T>(work: (isOver: () => boolean) => Promise<T>) =>
    await inTurn(place, rows, work);
  /** Where the notes of the orders of this batch will be. */
  const pages = new Map<string, Page>();
  const pagesOf = (orderKeys: readonly string[]) =>
    new Map(orderKeys.flatMap((key) => (pages.has(key) ? [[key, pages.get(key)!]] : [])));

  const store: OrderStore = {
    place,
    hasNotes: beside !== undefined,
    async claim(orderKeys) {
      const wanted = [...new Set(orderKeys)];
      if (wanted.length === 0) return new Set();
      let claimed: string[] = [];
      const claimInTurn = async (isOver: () => boolean): Promise<boolean> => {
        const fresh = await own.record(wanted.map(entryOf));
        claimed = wanted.filter((key) => fresh.has(entryOf(key)));
        if (beside !== undefined && claimed.length > 0) {
          if (isOver()) return false;
          for (const [key, page] of await assignPages(place, beside, claimed)) pages.set(key, page);
          if (isOver()) return false;
          const known = await recordPages(beside, pagesOf(claimed));
          claimed = claimed.filter((key) => !known.has(key));
        }
        return !isOver();
      };
      let isSure = false;
      try {
        isSure = await turn(claimInTurn);
      } finally {
        if (!isSure) await store.free(claimed);
      }
      if (!isSure) throw tooSlow();
      return new Set(claimed);
    },
    async free(orderKeys) {
      if (orderKeys.length === 0) return;
      if (beside !== undefined)
        await turn(async () => await forgetPages(beside, pagesOf(orderKeys)));
      await turn(async () => await own.remove(orderKeys.map(entryOf)));
    },
    async note(notes) {
      if (notes.size === 0 || beside === undefined) return;
      await turn(async () => {
        // An earlier try has claimed them.
        const others = [...notes.keys()].filter((key) => !pages.has(key));
        if (others.length > 0) {
          for (const [key, page] of await assignPages(place, beside, others)) pages.set(key, page);
          await recordPages(beside, pagesOf(others));
        }
        await writeNotes(beside, notes, pages);
      });
    },
    async giveUp(orderKeys) {
      if (orderKeys.length === 0 || beside === undefined) return;
      await turn(async () => await recordLost(beside, orderKeys));
    },
    async ask(orderKeys) {
      return await turn(async (isOver) => {
        const taken = await lookInto(own, async (ask) => await ask(orderKeys.map(entryOf)));
        const known = new Map<string, TaskNote | 'free'>();
        // What was read in the turn of another may be of two minds.
        if (isOver()) return known;
        for (const key of orderKeys) if (!taken.has(entryOf(key))) known.set(key, 'free');
        if (beside === undefined) return known;
        const found = await findPages(
          beside,
          orderKeys.filter((key) => !known.has(key)),
        );
        if (isOver()) return known;
        for (const [key, { isLost }] of found) if (isLost) known.set(key, {});
        const notes = await readNotes(
          beside,
          new Map(Array.from(found, ([key, of]) => [key, of.pages])),
        );
        for (const [key, note] of notes) known.set(key, note);
        return known;
      });
    },
    async take(entries) {
      const { fresh, isSure } = await turn(async (isOver) => {
        const fresh = await own.record(entries);
        return { fresh, isSure: !isOver() };
      });
      if (isSure) return fresh;
      await store.giveBack([...fresh]);
      throw tooSlow();
    },
    async giveBack(entries) {
      if (entries.length > 0) await turn(async () => await own.remove(entries));
    },
  };
  return store;
}

const tooSlow = () =>
  new UserError(
    'n8n’s database took too long to note the orders down, so they weren’t sent. Nothing was charged',
  );

/** Chooses the pages on which orders are noted: few, of which none grows long. */
async function assignPages(
  place: string,
  beside: Beside,
  orderKeys: readonly string[],
): Promise<Map<string, Page>> {
  const slices: string[][] = [];
  for (let at = 0; at < orderKeys.length; at += mostAtOnceOnPage)
    slices.push(orderKeys.slice(at, at + mostAtOnceOnPage));
  const open = openPages.get(place);
  const hasRoom = open?.page.period === periodNow() && open.orders < fewOnPage;
  const drawn = await drawPages(beside, slices.length - (hasRoom ? 1 : 0));
  const used = hasRoom ? [open!.page, ...drawn] : drawn;
  const before = hasRoom && slices.length === 1 ? open!.orders : 0;
  const last = { page: used.at(-1)!, orders: before + slices.at(-1)!.length };
  setNewest(openPages, place, last, mostRemembered);
  return new Map(slices.flatMap((slice, at) => slice.map((key) => [key, used[at]!] as const)));
}
