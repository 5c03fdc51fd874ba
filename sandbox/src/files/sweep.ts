import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Store } from '../tasks/openStore.ts';
import { type Folders } from './folders.ts';

/** Removes the videos whose time is over; their tasks stay. */
export async function sweepExpired(store: Store, folders: Folders): Promise<void> {
  for (const task of store.expired(Date.now())) {
    if (task.file) await rm(join(folders.files, task.file), { force: true });
    store.dropFile(task.id);
  }
}
