import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCredential, startSandbox } from '../../../playground/index.ts';
import { startCluster } from '../../queue/n8n/startCluster.ts';
import type { Place } from './place.ts';

/** n8n in queue mode, as `docs/queue-mode.md` has it; any of its processes may be killed. */
export async function startQueue(sandboxArgs: string[]): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'videogen-chaos-'));
  const sandbox = await startSandbox({ dataFolder: folder, args: sandboxArgs });
  const cluster = await startCluster().catch(async (error: unknown) => {
    await sandbox.stop();
    throw error;
  });
  const { client, main, workers, webhook } = cluster;
  const victims = [
    { name: 'main', member: main },
    ...workers.map((member, index) => ({ name: `worker ${index + 1}`, member })),
    { name: 'the webhook process', member: webhook },
  ];
  const credential = await importCredential(client, {
    name: 'Sandbox',
    type: 'videoGenApi',
    data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
  });
  return {
    client,
    webhookUrl: webhook.url,
    sandbox,
    credential,
    async kill(random) {
      const { name, member } = victims[Math.floor(random() * victims.length)]!;
      await member.kill();
      await member.start();
      return name;
    },
    async stop() {
      await cluster.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
