import { addressOf } from '../call/caller';
import type { OwnAddresses } from '../n8n/ownAddresses';

/** Executions of one n8n, each with what its addresses carry behind the question mark. */
export type PackedList = Array<[executionId: string, query: string]>;

/** Packs executions into what has to be stored of them: their addresses differ in little. */
export const packList = (others: ReadonlyMap<string, OwnAddresses>): PackedList =>
  [...others].map(([id, { resumeUrl }]) => [id, resumeUrl.split('?')[1] ?? '']);

/** @param own - the addresses of the execution that has stored the others */
export const unpackList = (packed: PackedList, own: OwnAddresses): Map<string, OwnAddresses> =>
  new Map(
    packed.map(([id, query]) => [
      id,
      {
        resumeUrl: addressOf(id, own.resumeUrl, query),
        statusUrl: addressOf(id, own.statusUrl, query),
      },
    ]),
  );
