import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createClient,
  installN8n,
  installPackage,
  loginAsOwner,
  type N8nClient,
} from '../../../playground/index.ts';
import { startPostgres, type Postgres } from '../databases/postgres.ts';
import { startRedis, type Redis } from '../databases/redis.ts';
import { prepareMember, type Member } from './member.ts';
import { evaluate, fillIn, readGuide } from './readGuide.ts';
import { packedPackage } from '../../packed.ts';

/** n8n in queue mode, as `docs/self-hosting.md` has it: each process as on a machine of its own. */
export interface Cluster {
  main: Member;
  workers: Member[];
  webhook: Member;
  members: Member[];
  /** How many executions the workers run at once. */
  slots: number;
  postgres: Postgres;
  redis: Redis;
  /** Logged in to the main process. */
  client: N8nClient;
  /** What all processes have logged so far. */
  logs(): Promise<string>;
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
    for (const end of ending.splice(0).toReversed()) await end();
  };
  try {
    const guide = await readGuide();
    const postgres = await startPostgres();
    ending.push(postgres.stop);
    const redis = await startRedis();
    ending.push(redis.stop);

    const folder = await mkdtemp(join(tmpdir(), 'videogen-queue-'));
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
    const worker = guide.processes.find(({ command }) => command === 'worker');
    const more = Array.from({ length: moreWorkers }, () => worker!);
    const members = await Promise.all(
      [...guide.processes, ...more].map(async ({ command, args, variables }, index) => {
        const userFolder = join(folder, `${index}-${command}`);
        await installPackage(tarball, userFolder);
        const member = await prepareMember({ installed, userFolder, command, args }, async () => ({
          ...env(),
          ...(await evaluate(variables, userFolder)),
        }));
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
    const slots = guide.processes
      .flatMap(({ args }) => /^--concurrency=(\d+)$/.exec(args.join())?.[1] ?? [])
      .reduce((total, concurrency) => total + Number(concurrency), 0);
    return {
      ...{
        main,
        workers,
        webhook,
        members: all,
        slots,
        postgres,
        redis,
        client,
        stop,
      },
      async logs() {
        const files = all.flatMap(({ logFiles }) => logFiles);
        return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
