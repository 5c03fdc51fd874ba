import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createClient,
  installN8n,
  installPackage,
  loginAsOwner,
  startN8n,
  type N8nClient,
} from '../../playground/index.ts';
import { startCluster } from '../../test/queue/n8n/startCluster.ts';

/** An n8n that ends while it orders a table, and starts again. */
export interface BatchPlace {
  /** Logged in. */
  client: N8nClient;
  /** Where its webhooks answer. */
  webhookUrl: string;
  /** Kills what runs executions as a power cut would, or asks it to end and waits. */
  end(how: 'stop' | 'kill'): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** n8n itself takes 30 s, and ends hard then. */
const longestStopMs = 45_000;

/**
 * One process with SQLite.
 *
 * @param packed - the package that n8n installs
 */
export async function startSinglePlace(packed: string): Promise<BatchPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-batch-'));
  const userFolder = join(folder, 'n8n');
  const installed = await installN8n();
  await installPackage(packed, userFolder);
  let n8n = await startN8n({ installed, userFolder });
  const { url, port } = n8n;
  const client = createClient(url);
  await loginAsOwner(client);
  return {
    client,
    webhookUrl: url,
    end: (how) => (how === 'kill' ? n8n.kill() : n8n.stop(longestStopMs)),
    async startAgain() {
      n8n = await startN8n({ installed, userFolder, port });
    },
    async stop() {
      await n8n.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Queue mode with three workers.
 *
 * @param onlyWorkers - whether main and the webhook process go on while the workers end
 */
export async function startQueuePlace(onlyWorkers: boolean): Promise<BatchPlace> {
  const { client, main, members, workers, webhook, stop } = await startCluster({ moreWorkers: 1 });
  return {
    client,
    webhookUrl: webhook.url,
    async end(how) {
      await Promise.all(
        (onlyWorkers ? workers : members).map((member) =>
          how === 'kill' ? member.kill() : member.stop(longestStopMs),
        ),
      );
    },
    async startAgain() {
      if (!onlyWorkers) await main.start();
      const others = onlyWorkers ? workers : members.filter((member) => member !== main);
      await Promise.all(others.map((member) => member.start()));
    },
    stop,
  };
}
