import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './report.ts';

/** Releases what `tryLock` took. */
export type Release = () => void;

const SQLITE_BUSY = 5;

// A database that nothing refers to is closed by the garbage collector, and its lock is gone.
const held = new Set<DatabaseSync>();

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY;

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). Set XDG_CACHE_HOME to a folder that can; it takes 2.5 GB.`,
    );
  }
}

/**
 * Takes a lock that belongs to this process, or gives undefined when another process has it.
 *
 * SQLite's lock is one of the operating system's: it ends with the process, however that ends, so
 * that no stale lock is ever left behind.
 *
 * @throws StartError when its folder cannot be written
 */
export async function tryLock(file: string): Promise<Release | undefined> {
  await makeFolder(dirname(file));
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
