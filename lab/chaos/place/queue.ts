import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCredential, startSandbox, waitFor } from '../../../playground/index.ts';
import { startCluster } from '../../../test/queue/n8n/startCluster.ts';
import type { Place } from './place.ts';

const startMs = 5 * 60_000;

/** n8n in queue mode, as `docs/self-hosting.md` has it; any of its processes may be killed. */
export async function startQueue(sandboxArgs: string[]): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-chaos-'));
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
    type: 'videoGenerationApi',
    data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
  });
  const starting = new Map<(typeof victims)[number], Promise<void>>();
  const untilUp = async () => {
    await Promise.all(starting.values());
  };
  return {
    client,
    webhookUrl: webhook.url,
    sandbox,
    credential,
    async kill(random) {
      // A start takes longer than the pause between two kills: what is down is passed over.
      const first = Math.floor(random() * victims.length);
      const order = victims.map((_, index) => victims[(first + index) % victims.length]!);
      const victim = await waitFor(
        () => Promise.resolve(order.find((victim) => !starting.has(victim))),
        startMs,
        () => new Error('Nothing of n8n comes up again'),
      );
      await victim.member.kill();
      const start = victim.member.start().then(() => void starting.delete(victim));
      // Whoever waits for it is told; until then a failure is no reason to end the process.
      start.catch(() => undefined);
      starting.set(victim, start);
      return victim.name;
    },
    untilUp,
    async stop() {
      await untilUp().catch(() => undefined);
      await cluster.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
