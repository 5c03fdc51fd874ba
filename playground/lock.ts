import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Releases what `tryLock` took. */
export type Release = () => void;

const SQLITE_BUSY = 5;

// A database that nothing refers to is closed by the garbage collector, and its lock is gone.
const held = new Set<DatabaseSync>();

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY;

/**
 * Takes a lock that belongs to this process, or gives undefined when another process has it.
 *
 * SQLite's lock is one of the operating system's: it ends with the process, however that ends, so
 * that no stale lock is ever left behind.
 */
export async function tryLock(file: string): Promise<Release | undefined> {
  await mkdir(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    held.add(database);
    return () => {
      held.delete(database);
      database.close();
    };
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
