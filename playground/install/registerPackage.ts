import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { N8nClient } from '../rest/client.ts';
import type { PackageManifest } from './installPackage.ts';

const DATABASE_BUSY_TIMEOUT_MS = 10_000;

interface NodeType {
  name: string;
  displayName: string;
  version: number | number[];
}

/**
 * Lists an unpacked package under Settings > Community nodes, as n8n's own install screen would.
 *
 * That screen fetches from the public registry only, where a build of this tree is not; hence the
 * rows that it writes are written here. SQLite only.
 */
export async function registerPackage(
  client: N8nClient,
  userFolder: string,
  manifest: PackageManifest,
): Promise<void> {
  const prefix = `${manifest.name}.`;
  const types = await client.get<NodeType[]>('/types/nodes.json');
  const own = types.filter(({ name }) => name.startsWith(prefix) && !name.endsWith('Tool'));
  const database = new DatabaseSync(join(userFolder, '.n8n', 'database.sqlite'), {
    timeout: DATABASE_BUSY_TIMEOUT_MS,
  });
  try {
    database.exec('BEGIN IMMEDIATE');
    database.prepare('DELETE FROM installed_packages WHERE packageName = ?').run(manifest.name);
    database
      .prepare(
        `INSERT INTO installed_packages
           (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt)
         VALUES (?, ?, ?, ?, datetime('now'), datetime('now'))`,
      )
      .run(manifest.name, manifest.version, manifest.author.name, manifest.author.email);
    const insert = database.prepare(
      'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
    );
    for (const { displayName, name, version } of own)
      insert.run(displayName, name, Math.max(...[version].flat()), manifest.name);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
