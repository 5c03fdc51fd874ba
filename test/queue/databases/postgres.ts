import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startProcess } from '../../../playground/index.ts';
import { runTool } from '../../../playground/install/runTool.ts';
import { environment } from '../../../playground/processes/environment.ts';
import { untilReady } from '../../../playground/processes/untilReady.ts';
import { findProgram, unprivileged } from './programs.ts';

export interface Postgres {
  /** What n8n must know of it. */
  env: Record<string, string>;
  /** The same, as an address with user and password. */
  url: string;
  /** Runs a statement; the rows with their fields as text. */
  query(sql: string): Promise<string[][]>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const user = 'n8n';
const host = '127.0.0.1';

/**
 * Starts a PostgreSQL server of its own, in a temporary folder on a free port of loopback.
 *
 * @throws Error that says what to install
 */
export async function startPostgres(): Promise<Postgres> {
  const [initdb, server, psql] = ['initdb', 'postgres', 'psql'].map((name) =>
    findProgram(name, 'postgresql'),
  ) as [string, string, string];
  const owner = unprivileged('nobody');
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  const port = String(await freePort());
  try {
    await writeFile(passwordFile, password);
    await chmod(passwordFile, 0o644);
    await owner.give(folder);
    await runTool({
      ...owner.command(initdb, [
        ...['--pgdata', data, '--username', user, '--pwfile', passwordFile],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
      ]),
      cwd: folder,
      doing: 'Making a PostgreSQL database',
      hint: `Is PostgreSQL whole? (${initdb})`,
    });
    const query = async (sql: string) => {
      const format = ['--no-psqlrc', '--tuples-only', '--no-align', '--field-separator', '\t'];
      const at = `postgres://${user}@${host}:${port}/postgres`;
      const env = environment({ PGPASSWORD: password });
      const { stdout } = await run(psql, [...format, '--command', sql, at], { env });
      const rows = stdout.split('\n').filter((row) => row !== '');
      return rows.map((row) => row.split('\t'));
    };
    const started = startProcess({
      name: 'PostgreSQL',
      ...owner.command(server, [
        ...['-D', data, '-h', host, '-p', port],
        ...['-c', 'unix_socket_directories='],
      ]),
      cwd: folder,
      env: environment({}),
      logFile: join(folder, 'postgres.log'),
    });
    await untilReady(started, async () => (await query('SELECT 1')).length === 1);
    return {
      env: {
        DB_TYPE: 'postgresdb',
        DB_POSTGRESDB_HOST: host,
        DB_POSTGRESDB_PORT: port,
        DB_POSTGRESDB_DATABASE: 'postgres',
        DB_POSTGRESDB_USER: user,
        DB_POSTGRESDB_PASSWORD: password,
      },
      url: `postgres://${user}:${password}@${host}:${port}/postgres`,
      query,
      async stop() {
        await started.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
