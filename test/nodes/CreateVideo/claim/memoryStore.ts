import type { DedupStore } from '../../../../nodes/n8n/dedupStore.ts';

/** n8n's store as one process uses it. */
export function memoryStore() {
  const entries = new Set<string>();
  let calls = 0;
  const store: DedupStore = {
    nodePath: 'workflow/node',
    isShared: false,
    async record(asked) {
      calls += 1;
      const fresh = new Set(asked.filter((entry) => !entries.has(entry)));
      for (const entry of fresh) entries.add(entry);
      return fresh;
    },
    async remove(gone) {
      for (const entry of gone) entries.delete(entry);
    },
  };
  return { store, entries, callsOf: () => calls };
}
