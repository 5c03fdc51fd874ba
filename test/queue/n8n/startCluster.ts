import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createClient,
  freePort,
  installN8n,
  installPackage,
  loginAsOwner,
  startN8n,
  type N8nClient,
  type RunningN8n,
} from '../../../playground/index.ts';
import { startPostgres, type Postgres } from '../databases/postgres.ts';
import { startRedis, type Redis } from '../databases/redis.ts';
import { evaluate, fillIn, readGuide, type GuideProcess } from './readGuide.ts';
import { packedPackage } from '../../packed.ts';

/** One process of a distributed n8n, which can be killed and started again in the same place. */
export interface Member {
  url: string;
  start(): Promise<void>;
  stop: RunningN8n['stop'];
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** n8n in queue mode, as `docs/self-hosting.md` has it: each process as on a machine of its own. */
export interface Cluster {
  main: Member;
  workers: Member[];
  webhook: Member;
  members: Member[];
  postgres: Postgres;
  redis: Redis;
  /** Logged in to the main process. */
  client: N8nClient;
  stop(): Promise<void>;
}

/**
 * Starts databases and processes, and returns when all of them answer.
 *
 * @param moreWorkers - how many there are besides those that the guide names
 */
export async function startCluster({ moreWorkers = 0 } = {}): Promise<Cluster> {
  const ending: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    const faults: unknown[] = [];
    // Each is ended, whatever becomes of the others.
    for (const end of ending.splice(0).toReversed())
      await end().catch((error: unknown) => faults.push(error));
    if (faults.length > 0) throw faults[0];
  };
  try {
    const guide = await readGuide();
    const postgres = await startPostgres();
    ending.push(postgres.stop);
    const redis = await startRedis();
    ending.push(redis.stop);

    const folder = await mkdtemp(join(tmpdir(), 'video-generation-queue-'));
    ending.push(() => rm(folder, { recursive: true, force: true }));
    const installed = await installN8n();
    const tarball = await packedPackage(join(folder, 'package'));
    const encryptionKey = randomBytes(24).toString('hex');
    const env = () =>
      fillIn(guide, {
        ...postgres.env,
        ...redis.env,
        N8N_ENCRYPTION_KEY: encryptionKey,
        N8N_WEBHOOK_URL: webhook!.url,
      });
    const worker = guide.processes.find(({ command }) => command === 'worker')!;
    const more: GuideProcess[] = Array(moreWorkers).fill(worker);
    const members = await Promise.all(
      [...guide.processes, ...more].map(async (one, index) => {
        const { command, args } = one;
        const userFolder = join(folder, `${index}-${command}`);
        await installPackage(tarball, userFolder);
        const port = await freePort();
        let running: RunningN8n | undefined;
        const member: Member = {
          url: `http://127.0.0.1:${port}`,
          async start() {
            const all = { ...env(), ...(await evaluate(one, userFolder)) };
            running = await startN8n({ installed, userFolder, command, args, port, env: all });
          },
          stop: async (...given) => running?.stop(...given),
          kill: async () => running?.kill(),
        };
        ending.push(() => member.stop());
        return { command, member };
      }),
    );
    const of = (wanted: string) =>
      members.filter(({ command }) => command === wanted).map(({ member }) => member);
    const [main] = of('start');
    const [webhook] = of('webhook');
    const workers = of('worker');
    if (!main || !webhook || workers.length < 2)
      throw new Error(
        'docs/self-hosting.md does not name a main, two workers and a webhook process',
      );

    // The first one makes the tables.
    await main.start();
    await Promise.all([...workers, webhook].map((member) => member.start()));
    const client = createClient(main.url);
    await loginAsOwner(client);
    const all = [main, ...workers, webhook];
    return { main, workers, webhook, members: all, postgres, redis, client, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
