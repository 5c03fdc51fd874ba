import { startRealN8n } from '../../../test/e2e/realN8n.ts';
import type { Place } from './place.ts';

/**
 * One process of n8n, with SQLite.
 *
 * @param atOnce - how many executions it runs at a time; 0 for no limit
 */
export async function startSingle(sandboxArgs: string[], atOnce: number): Promise<Place> {
  const env: Record<string, string> =
    atOnce > 0 ? { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(atOnce) } : {};
  const real = await startRealN8n({ sandboxArgs, env });
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
