import { addressOf } from '../call/caller';
import type { Sleeper } from '../call/Waker';

/** Executions of one n8n, each with what its addresses carry behind the question mark. */
export type PackedList = Array<[executionId: string, query: string]>;

/** Packs executions into what has to be stored of them: their addresses differ in little. */
export const packList = (others: ReadonlyMap<string, Sleeper>): PackedList =>
  [...others].map(([id, { resumeUrl }]) => [id, resumeUrl.split('?')[1] ?? '']);

/** @param own - the execution that has stored the others */
export const unpackList = (packed: PackedList, own: Sleeper): Sleeper[] =>
  packed.map(([executionId, query]) => ({
    executionId,
    resumeUrl: addressOf(executionId, own.resumeUrl, query),
    statusUrl: addressOf(executionId, own.statusUrl, query),
  }));
