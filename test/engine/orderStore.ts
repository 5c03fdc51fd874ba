import { createRequire } from 'node:module';
import type * as coreModule from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';

const require = createRequire(import.meta.url);
const { DataDeduplicationService } = require('n8n-core') as typeof coreModule;

const rows = new Map<string, string[]>();
let fault: { error: Error; of: RegExp } | undefined;
let reads = 0;
let calls = 0;
let isLate = false;
let isStalled = false;
let stall: { until: Promise<void>; after: number } | undefined;

type Place = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[2];
const nameOf = ({ node, workflow }: Place) => `${workflow.id} ${node?.id}`;

/** Whether a row is a node's own, and not one beside it. */
const isOwn = (name: string) => !/ (turn|index|tasks|drawn|try) /.test(name);

const inDatabase = () => new Promise((resolve) => setImmediate(resolve));

/** As n8n's own: found by the node's ID as it is at once, read and written without a lock. */
async function change<T>(
  place: Place,
  work: (entries: string[] | undefined) => { entries?: string[]; result: T },
): Promise<T> {
  if (isLate) await inDatabase();
  const name = nameOf(place);
  if (fault?.of.test(name)) throw fault.error;
  calls += 1;
  if (isOwn(name)) reads += 1;
  await inDatabase();
  const before = rows.get(name);
  const { entries, result } = work(before && [...before]);
  await inDatabase();
  if (isOwn(name) && stall && stall.after-- === 0) {
    isStalled = true;
    await stall.until;
  }
  if (entries === undefined) return result;
  if (before === undefined && rows.has(name)) throw new Error('UNIQUE constraint failed');
  // An update of a row that has gone changes nothing.
  if (before === undefined || rows.has(name)) rows.set(name, entries);
  return result;
}

const deduplicator = {
  checkProcessedAndRecord: async (items, _, place, { maxEntries = Infinity }) =>
    await change(place, (before = []) => {
      const known = new Set(before);
      const isKnown = (item: string | number) => known.has(String(item));
      const fresh = items.filter((item) => !isKnown(item));
      const entries = [...before, ...fresh.map(String)].slice(-Math.min(maxEntries, 1e9));
      return { entries, result: { new: fresh, processed: items.filter(isKnown) } };
    }),
  removeProcessed: async (items, _, place) =>
    await change(place, (before) => {
      const gone = new Set(items.map(String));
      const entries = before?.filter((entry) => !gone.has(entry));
      return { ...(entries && { entries }), result: undefined };
    }),
  clearAllProcessedItems: async (_, place) => {
    if (isLate) await inDatabase();
    const name = nameOf(place);
    await inDatabase();
    rows.delete(name);
  },
  getProcessedDataCount: async (_, place) =>
    await change(place, (before) => ({ result: before?.length ?? 0 })),
} satisfies IDataDeduplicator;

await DataDeduplicationService.init(deduplicator);

/** The store that n8n keeps for each node in its database. */
export const orderStore = {
  /** All that the nodes' own rows have recorded. */
  get entries() {
    return [...rows].flatMap(([name, entries]) => (isOwn(name) ? entries : []));
  },
  /** The rows of turns that nobody has given back. */
  get turns() {
    return [...rows.keys()].filter((name) => name.includes(' turn '));
  },
  /** Whether a change is held up, or was. */
  get stalled() {
    return isStalled;
  },
  /** How often a node's own row was asked. */
  get reads() {
    return reads;
  },
  /** How often any row was. */
  get calls() {
    return calls;
  },
  clear() {
    rows.clear();
    fault = undefined;
    reads = 0;
    calls = 0;
    isLate = false;
    stall = undefined;
    isStalled = false;
  },
  /** Records entries as another process, or this one before a restart, has done. */
  record(node: string, entries: readonly string[]) {
    rows.set(node, [...(rows.get(node) ?? []), ...entries]);
  },
  /** As an n8n that looks at the node's ID a moment later. */
  beLate() {
    isLate = true;
  },
  /** Holds a change of a node's own row up between its reading and its writing. */
  stall(until: Promise<void>, after: number) {
    stall = { until, after };
  },
  /** @param of - the names of rows that fail */
  failWith(error: Error, of = /^/) {
    fault = { error, of };
  },
  recover() {
    fault = undefined;
  },
};
