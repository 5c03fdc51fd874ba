import type { IExecuteFunctions } from 'n8n-workflow';
import { instanceTypeOf } from './execution';

/**
 * n8n's deduplication store for one node. It holds hashes, which can be tested but not read back. n8n
 * writes to its database at once and without a lock, while the execution runs.
 */
export type DedupStore = ReturnType<typeof openDedupStore>;

/** The newest entries are kept. An order takes six at the most. */
const options = { mode: 'entries', maxEntries: 60_000 } as const;

export function openDedupStore(context: IExecuteFunctions) {
  const { checkProcessedAndRecord, removeProcessed } = context.helpers;
  return {
    /** The same in all executions of the node. */
    nodePath: `${context.getWorkflow().id}/${context.getNode().id}`,
    /** Whether other processes, the workers of queue mode, use it at the same time. */
    isShared: instanceTypeOf(context) === 'worker',
    /** Records entries. @returns those that were not there before */
    async record(entries: readonly string[]) {
      if (entries.length === 0) return new Set<string>();
      const checked = await checkProcessedAndRecord([...entries], 'node', options);
      return new Set(checked.new.map(String));
    },
    async remove(entries: readonly string[]) {
      if (entries.length > 0) await removeProcessed([...entries], 'node', options);
    },
  };
}
