import type { IExecuteFunctions } from 'n8n-workflow';
import { instanceTypeOf } from './execution';

/**
 * n8n's deduplication store for one node. It holds hashes: what is in it can be tested and not read
 * back. n8n reads and writes it without a lock, at once, while the execution runs.
 */
export type DedupStore = ReturnType<typeof openDedupStore>;

/** It keeps so many of the newest entries: four for an order, or five with two limits. */
const options = { mode: 'entries', maxEntries: 40_000 } as const;

/** Opens the store of the running node. */
export function openDedupStore(context: IExecuteFunctions) {
  const { checkProcessedAndRecord, removeProcessed } = context.helpers;
  return {
    /** Names the node, over all executions. */
    nodePath: `${context.getWorkflow().id}/${context.getNode().id}`,
    /** Whether other processes use it at the same time: the workers of queue mode. */
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
