import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * n8n's deduplication store for one node. It holds hashes: what is in it can be tested and not read
 * back. n8n reads and writes it without a lock, at once, while the execution runs.
 */
export interface DedupStore {
  /** Names the node, over all executions. */
  nodePath: string;
  /** Records entries. @returns those that were not there before */
  record(entries: readonly string[]): Promise<Set<string>>;
  remove(entries: readonly string[]): Promise<void>;
}

/** It keeps so many of the newest entries: three for an order at the most. */
const options = { mode: 'entries', maxEntries: 30_000 } as const;

/** Opens the store of the running node. */
export function openDedupStore(context: IExecuteFunctions): DedupStore {
  const { checkProcessedAndRecord, removeProcessed } = context.helpers;
  return {
    nodePath: `${context.getWorkflow().id}/${context.getNode().id}`,
    async record(entries) {
      const checked = await checkProcessedAndRecord([...entries], 'node', options);
      return new Set(checked.new.map(String));
    },
    async remove(entries) {
      if (entries.length > 0) await removeProcessed([...entries], 'node', options);
    },
  };
}
