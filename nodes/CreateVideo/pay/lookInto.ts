import type { StoreRow } from '../../n8n/storeRows';

/** Tells which of some entries a row has. */
type Ask = (entries: readonly string[]) => Promise<Set<string>>;

/**
 * Asks a row what it has. To ask records what was not there, so that is removed again, all at once;
 * who is killed before leaves entries too many.
 */
export async function lookInto<T>(row: StoreRow, look: (ask: Ask) => Promise<T>): Promise<T> {
  const added: string[] = [];
  try {
    return await look(async (entries) => {
      const fresh = await row.record(entries);
      added.push(...fresh);
      return new Set(entries.filter((entry) => !fresh.has(entry)));
    });
  } finally {
    if (added.length > 0) await row.remove(added);
  }
}
