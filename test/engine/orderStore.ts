import { createRequire } from 'node:module';
import type * as coreModule from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';

const require = createRequire(import.meta.url);
const { DataDeduplicationService } = require('n8n-core') as typeof coreModule;

const rows = new Map<string, string[]>();
let fault: Error | undefined;
let reads = 0;

const inDatabase = () => new Promise((resolve) => setImmediate(resolve));

/** As n8n's own: one row per node, read and written without a lock. */
async function change<T>(
  { node, workflow }: Parameters<IDataDeduplicator['checkProcessedAndRecord']>[2],
  work: (entries: string[]) => { entries: string[]; result: T },
): Promise<T> {
  if (fault) throw fault;
  reads += 1;
  const name = `${workflow.id} ${node?.id}`;
  await inDatabase();
  const { entries, result } = work([...(rows.get(name) ?? [])]);
  await inDatabase();
  rows.set(name, entries);
  return result;
}

const deduplicator = {
  checkProcessedAndRecord: async (items, _, data, { maxEntries = Infinity }) =>
    await change(data, (before) => {
      const known = new Set(before);
      const isKnown = (item: string | number) => known.has(String(item));
      const fresh = items.filter((item) => !isKnown(item));
      const entries = [...before, ...fresh.map(String)].slice(-Math.min(maxEntries, 1e9));
      return { entries, result: { new: fresh, processed: items.filter(isKnown) } };
    }),
  removeProcessed: async (items, _, data) =>
    await change(data, (before) => {
      const gone = new Set(items.map(String));
      return { entries: before.filter((entry) => !gone.has(entry)), result: undefined };
    }),
  clearAllProcessedItems: async () => rows.clear(),
  getProcessedDataCount: async () => 0,
} satisfies IDataDeduplicator;

await DataDeduplicationService.init(deduplicator);

/** The store that n8n keeps for each node in its database. */
export const orderStore = {
  /** All that is recorded. */
  get entries() {
    return [...rows.values()].flat();
  },
  get reads() {
    return reads;
  },
  clear() {
    rows.clear();
    fault = undefined;
    reads = 0;
  },
  /** Records entries as another process, or this one before a restart, has done. */
  record(node: string, entries: readonly string[]) {
    rows.set(node, [...(rows.get(node) ?? []), ...entries]);
  },
  failWith(error: Error | undefined) {
    fault = error;
  },
};
