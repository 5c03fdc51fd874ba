import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from '../../concurrency/sleep';
import type { Failure } from '../../errors/Failure';
import { setNewest } from '../../memory/setNewest';
import { dayAt, takePlaces } from './dayLimit';
import { openOrderStore, type OrderStore } from './orderStore';
import { patience } from './patience';
import type { TaskNote } from './taskNotes';
import type { Result } from './Result';

/** A row that is to be sent. */
export interface Wanted {
  itemIndex: number;
  orderKey: string | undefined;
  /** It was sent before, in this pass: its key is its own. */
  isResent: boolean;
}

/** What came of an order, as far as this process knows. */
export type Placed = { isTaken: true; taskId?: string } | { isTaken: false };

/** What the orders of one batch may do. */
export interface Claims {
  /** Rows whose key was ordered before, each with what comes of that order. */
  before: ReadonlyMap<number, Promise<Placed>>;
  /** Why nothing of the batch may be sent. */
  refusal?: Failure;
  /** Notes down what came of a row, once that is known. */
  settle(itemIndex: number, result: Result): void;
  /** Gives back what the rows that were surely not taken had claimed. Never rejects. */
  close(): Promise<void>;
}

/** What comes of the orders of this process, by place and key. */
const placedOrders = new Map<string, Promise<Placed>>();
const mostRemembered = 10_000;

const noClaims: Claims = { before: new Map(), settle: () => {}, close: async () => {} };

/**
 * Claims the keys of a batch and its places among the videos of the day, in n8n's own store, before
 * anything is sent: one reading and writing for all rows.
 *
 * @param mostPerDay - Infinity without a limit
 * @throws when the store cannot be used; then nothing may be sent
 */
export async function claimOrders(
  context: IExecuteFunctions,
  wanted: readonly Wanted[],
  mostPerDay: number,
): Promise<Claims> {
  const isKeyed = wanted.some(({ orderKey }) => orderKey !== undefined);
  if (wanted.length === 0 || (!isKeyed && mostPerDay === Infinity)) return noClaims;
  const store = await openOrderStore(context);
  const nameOf = (orderKey: string) => `${store.place} ${orderKey}`;

  const keyed = wanted.flatMap(({ orderKey, isResent }) =>
    orderKey === undefined || isResent ? [] : [orderKey],
  );
  const claimed = await store.claim(keyed);
  /** Rows that order for their key. */
  const owners = new Map<
    number,
    { orderKey: string; isResent: boolean; tell: (placed: Placed) => void }
  >();
  const before = new Map<number, Promise<Placed>>();
  /** Rows whose key another process has claimed, or this one before it was started anew. */
  const elsewhere: Array<{ itemIndex: number; orderKey: string }> = [];
  for (const { itemIndex, orderKey, isResent } of wanted) {
    if (orderKey === undefined) continue;
    if (isResent || claimed.delete(orderKey)) {
      let tell: (placed: Placed) => void = () => {};
      const order = new Promise<Placed>((resolve) => (tell = resolve));
      owners.set(itemIndex, { orderKey, isResent, tell });
      setNewest(placedOrders, nameOf(orderKey), order, mostRemembered);
    } else {
      const known = placedOrders.get(nameOf(orderKey));
      if (known === undefined) elsewhere.push({ itemIndex, orderKey });
      else before.set(itemIndex, known);
    }
  }
  /** What came of orders: for other processes, and for this one when it is started anew. */
  const notes = new Map<string, TaskNote>();
  if (elsewhere.length > 0) {
    const keys = [...new Set(elsewhere.map(({ orderKey }) => orderKey))];
    // Its request may still be under way elsewhere.
    const patienceMs = patience.answerMs;
    const signal = context.getExecutionCancelSignal();
    const heard = hearOf(store, { keys, patienceMs, ...(signal && { signal }) });
    for (const { itemIndex, orderKey } of elsewhere)
      before.set(
        itemIndex,
        heard.then((placed) => placed.get(orderKey)!),
      );
  }

  /** Rows of which it is sure that the service has not taken them. */
  const untaken = new Set(wanted.map(({ itemIndex }) => itemIndex));
  for (const itemIndex of before.keys()) untaken.delete(itemIndex);
  const places: string[] = [];
  const claims: Claims = {
    before,
    settle(itemIndex, result) {
      const placed = placedOf(result);
      if (placed.isTaken) untaken.delete(itemIndex);
      const owner = owners.get(itemIndex);
      owner?.tell(placed);
      if (owner && placed.isTaken) notes.set(owner.orderKey, noteOf(placed));
    },
    async close() {
      const freed: string[] = [];
      for (const [itemIndex, { orderKey, isResent, tell }] of owners) {
        tell({ isTaken: isResent });
        // What was sent before may have been taken then.
        if (isResent || !untaken.has(itemIndex)) continue;
        placedOrders.delete(nameOf(orderKey));
        freed.push(orderKey);
      }
      // What cannot be given back stays taken: that costs nobody anything.
      try {
        await store.note(notes);
        await store.free(freed);
        await store.giveBack(places.slice(0, untaken.size));
      } catch (error) {
        context.logger.warn(`What came of orders could not be noted down: ${String(error)}`);
      }
    },
  };
  if (mostPerDay === Infinity || untaken.size === 0) return claims;
  let isClaimed = false;
  try {
    const timeZone = context.getTimezone();
    const count = untaken.size;
    const taken = await takePlaces(store, dayAt(Date.now(), timeZone), count, mostPerDay);
    isClaimed = true;
    if ('left' in taken)
      return { ...claims, refusal: tooManyToday(count, taken.left, mostPerDay, timeZone) };
    places.push(...taken.places);
    return claims;
  } finally {
    if (!isClaimed) await claims.close();
  }
}

interface Question {
  keys: readonly string[];
  /** For how long one that was claimed may be under way. */
  patienceMs: number;
  signal?: AbortSignal;
}

const firstPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Waits until it is known what came of orders that another process has claimed, or this one before
 * it was started anew. Of one whose process was killed, nobody hears more than that it was claimed;
 * that is noted, so that the next does not wait for it. Never rejects.
 */
async function hearOf(
  store: OrderStore,
  { keys, patienceMs, signal }: Question,
): Promise<Map<string, Placed>> {
  const placed = new Map<string, Placed>();
  const untilMs = Date.now() + patienceMs;
  let open = keys;
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      for (const [orderKey, note] of await store.ask(open)) {
        const result: Placed = note === 'free' ? { isTaken: false } : { isTaken: true, ...note };
        placed.set(orderKey, result);
        if (note !== 'free')
          setNewest(
            placedOrders,
            `${store.place} ${orderKey}`,
            Promise.resolve(result),
            mostRemembered,
          );
      }
      open = open.filter((orderKey) => !placed.has(orderKey));
      if (open.length === 0 || Date.now() >= untilMs || !store.hasNotes) break;
      await sleep(pauseMs, signal);
    }
    await store.giveUp(open);
  } catch {
    // They were ordered before, whatever else can be known of them.
  }
  for (const orderKey of open) placed.set(orderKey, { isTaken: true });
  return placed;
}

const noteOf = (placed: Placed & { isTaken: true }): TaskNote =>
  placed.taskId === undefined ? {} : { taskId: placed.taskId };

function placedOf(result: Result): Placed {
  if (result.kind === 'accepted') return { isTaken: true, taskId: String(result.task.id) };
  if (result.kind !== 'unknown') return { isTaken: false };
  const { taskId } = result.failure;
  return { isTaken: true, ...(taskId !== undefined && { taskId }) };
}

function tooManyToday(wanted: number, left: number, most: number, timeZone: string): Failure {
  const advice = `The day ends at midnight (${timeZone}). Send fewer items, wait until then, or raise Most Videos per Day in the node’s options.`;
  const used = most - left;
  return {
    reason: 'tooManyToday',
    message: `This would create ${wanted} ${wanted === 1 ? 'video' : 'videos'}, but the limit is ${most} per day, and ${used} ${used === 1 ? 'has' : 'have'} been used today`,
    description: `Nothing was charged. ${advice}`,
    advice,
    paid: 'no',
  };
}
