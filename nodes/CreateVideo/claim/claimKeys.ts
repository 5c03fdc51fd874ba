import type { DedupStore } from '../../n8n/dedupStore';

/** What was claimed in n8n's store. */
export interface ClaimedKeys {
  /** The entries that were free, and are not any more. */
  free: Set<string>;
  /** Was written with them, where several processes use the store. */
  token?: string;
}

export interface ClaimPorts {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  random(): number;
}

/**
 * A write that took longer isn't trusted; 50 ms are usual. Twice as long after its own, a worker has
 * seen all that others wrote without knowing of it.
 */
const longestWriteMs = 500;
const settleMs = 2 * longestWriteMs;
const mostTries = 10;

/**
 * Claims entries. A store that other processes use has no lock: a write wipes out what they wrote
 * since it has read. So each writes a token along, waits until the others have written, and claims
 * once more when its token is gone.
 *
 * @throws when another may have ended its wait before this one wrote over its claim
 */
export async function claimEntries(
  store: DedupStore,
  entries: ReadonlySet<string>,
  ports: ClaimPorts,
): Promise<ClaimedKeys> {
  if (!store.isShared) return { free: await store.record([...entries]) };
  const token = `claim ${ports.random()}`;
  let asked = entries;
  for (let tries = 0; tries < mostTries; tries++) {
    const startMs = ports.nowMs();
    const free = await store.record([token, ...asked]);
    // If the token was still there, so was all that was written with it.
    if (!free.delete(token)) return { free: new Set(asked), token };
    if (free.size === 0) return { free };
    asked = free;
    if (ports.nowMs() - startMs >= longestWriteMs) break;
    await ports.sleep(settleMs);
  }
  await freeEntries(store, [...asked], ports, token);
  throw new Error('n8n’s database is too busy to remember these orders');
}

/**
 * Frees entries. Another process that has read before may write them back, and their token with them.
 *
 * @param token - was written with the entries, where several processes use the store
 */
export async function freeEntries(
  store: DedupStore,
  entries: readonly string[],
  ports: Pick<ClaimPorts, 'sleep'>,
  token?: string,
): Promise<void> {
  if (entries.length === 0) return;
  if (token === undefined) return await store.remove(entries);
  for (let tries = 0; tries < mostTries; tries++) {
    await store.remove([token, ...entries]);
    await ports.sleep(settleMs);
    if ((await store.record([token])).has(token)) return;
  }
}
