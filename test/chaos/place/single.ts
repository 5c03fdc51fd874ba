import { startRealN8n } from '../../e2e/realN8n.ts';
import type { Place } from './place.ts';

/** One process of n8n, with SQLite. */
export async function startSingle(sandboxArgs: string[]): Promise<Place> {
  const real = await startRealN8n({ sandboxArgs });
  return {
    client: real.client,
    webhookUrl: real.n8n.url,
    sandbox: real.sandbox,
    credential: real.credential,
    async kill() {
      await real.killAndRestart();
      return 'n8n';
    },
    untilUp: () => Promise.resolve(),
    stop: real.stop,
  };
}
