import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Folders {
  data: string;
  /** Finished videos, served below /files/. */
  files: string;
  /** One folder per task that is being made. */
  work: string;
  /** Removes every finished video. */
  empty(): Promise<void>;
  /** Removes the data folder if it was only a temporary one. */
  release(): Promise<void>;
}

/** Says that the data folder cannot be used. */
export class DataFolderError extends Error {}

/**
 * Makes the folders that the sandbox writes to.
 *
 * @param dataFolder - where to keep everything; without it a temporary folder
 * @throws DataFolderError when it cannot be written
 */
export async function openFolders(dataFolder: string | undefined): Promise<Folders> {
  const data = resolve(dataFolder ?? (await mkdtemp(join(tmpdir(), 'video-generation-sandbox-'))));
  const folders = { data, files: join(data, 'files'), work: join(data, 'work') };
  try {
    await mkdir(folders.files, { recursive: true });
    await mkdir(folders.work, { recursive: true });
    await access(data, constants.W_OK);
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${data} cannot be written (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  const empty = async () => {
    await rm(folders.files, { recursive: true, force: true });
    await mkdir(folders.files);
  };
  const release = async () => {
    if (!dataFolder) await rm(data, { recursive: true, force: true });
  };
  return { ...folders, empty, release };
}
