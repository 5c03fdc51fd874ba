import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  homepage: string;
  repository?: { url: string };
}

export const rootFolder = join(import.meta.dirname, '../..');

const { homepage, repository }: Manifest = JSON.parse(
  readFileSync(join(rootFolder, 'package.json'), 'utf8'),
);

/** Address of the site, without a slash at its end. */
export const siteUrl = homepage.replace(/\/$/, '');

/** Path below which the site lives on its host, with a slash at its end. */
export const base = new URL(`${siteUrl}/`).pathname;

/** Where the public repository shows its files, once there is one. */
export const repositoryUrl =
  repository && `${repository.url.replaceAll(/^git\+|\.git$/g, '')}/blob/HEAD`;
