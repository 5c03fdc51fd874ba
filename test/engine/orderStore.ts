import { createRequire } from 'node:module';
import type * as coreModule from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';
import { serve } from './n8nProcess.ts';

const require = createRequire(import.meta.url);
const { DataDeduplicationService } = require('n8n-core') as typeof coreModule;

const rows = new Map<string, string[]>();
let calls = 0;
let beforeCall: (nth: number) => void = () => {};

type Place = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[2];
const nameOf = ({ node, workflow }: Place) => `${workflow.id} ${node?.id}`;

const inDatabase = async () => await serve(() => new Promise((resolve) => setImmediate(resolve)));

/** As n8n's own: read and written without a lock. */
async function change<T>(
  place: Place,
  work: (entries: string[] | undefined) => { entries?: string[]; result: T },
): Promise<T> {
  const name = nameOf(place);
  calls += 1;
  beforeCall(calls);
  await inDatabase();
  const before = rows.get(name);
  const { entries, result } = work(before && [...before]);
  await inDatabase();
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
    await inDatabase();
    rows.delete(nameOf(place));
  },
  getProcessedDataCount: async (_, place) =>
    await change(place, (before) => ({ result: before?.length ?? 0 })),
} satisfies IDataDeduplicator;

await DataDeduplicationService.init(deduplicator);

/** The store that n8n keeps for each node in its database. */
export const orderStore = {
  /** All that has been recorded. */
  get entries() {
    return [...rows.values()].flat();
  },
  clear() {
    rows.clear();
    calls = 0;
    beforeCall = () => {};
  },
  /** Records entries as another process, or this one before a restart, has done. */
  record(node: string, entries: readonly string[]) {
    rows.set(node, [...(rows.get(node) ?? []), ...entries]);
  },
  /** @param work - done when the store is asked for the n-th time, from 1, before it does anything */
  onCall(work: (nth: number) => void) {
    beforeCall = work;
  },
};
