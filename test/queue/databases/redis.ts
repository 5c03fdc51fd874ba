import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startProcess } from '../../../playground/index.ts';
import { environment } from '../../../playground/processes/environment.ts';
import { untilReady } from '../../../playground/processes/untilReady.ts';
import { findProgram } from './programs.ts';

export interface Redis {
  /** What n8n must know of it. */
  env: Record<string, string>;
  /** n8n's queue: what its workers hold, and what waits for one of them. */
  countJobs(): Promise<{ active: number; queued: number }>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const host = '127.0.0.1';

/**
 * Starts a Redis server of its own, in a temporary folder on a free port of loopback.
 *
 * @throws Error that says what to install
 */
export async function startRedis(): Promise<Redis> {
  const server = findProgram('redis-server', 'redis-server');
  const cli = findProgram('redis-cli', 'redis-server');
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-redis-'));
  const port = String(await freePort());
  const started = startProcess({
    name: 'Redis',
    command: server,
    args: ['--bind', host, '--port', port, '--dir', folder, '--save', '', '--appendonly', 'yes'],
    cwd: folder,
    env: environment({}),
    logFile: join(folder, 'redis.log'),
  });
  const ask = async (...command: string[]) =>
    (await run(cli, ['-h', host, '-p', port, ...command])).stdout.trim();
  await untilReady(started, async () => (await ask('PING')) === 'PONG');
  return {
    env: { QUEUE_BULL_REDIS_HOST: host, QUEUE_BULL_REDIS_PORT: port },
    async countJobs() {
      const count = async (list: string) => Number(await ask('LLEN', `bull:jobs:${list}`));
      return { active: await count('active'), queued: await count('wait') };
    },
    async stop() {
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
