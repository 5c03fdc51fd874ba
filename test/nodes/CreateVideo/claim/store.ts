import type { DedupStore } from '../../../../nodes/n8n/dedupStore.ts';

export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * n8n's store as several processes use it: read, then written, without a lock. A write wipes out what
 * was written since it has read.
 */
export function sharedStore(pausesBeforeWrite: () => number = () => 1) {
  const shared = { entries: [] as string[], calls: 0 };
  const change = async (work: (before: string[]) => string[]) => {
    shared.calls += 1;
    const before = [...shared.entries];
    await turn();
    const after = work(before);
    for (let left = pausesBeforeWrite(); left > 0; left--) await turn();
    shared.entries = after;
  };
  const open = (isShared = false): DedupStore => ({
    nodePath: 'workflow/node',
    isShared,
    async record(asked) {
      let fresh = new Set<string>();
      await change((before) => {
        const known = new Set(before);
        fresh = new Set(asked.filter((entry) => !known.has(entry)));
        return [...before, ...fresh];
      });
      return fresh;
    },
    async remove(gone) {
      if (gone.length > 0)
        await change((before) => before.filter((entry) => !gone.includes(entry)));
    },
  });
  return Object.assign(shared, { open });
}
