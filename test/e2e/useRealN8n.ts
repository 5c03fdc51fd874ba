import { afterAll, beforeAll } from 'vitest';
import { startRealN8n, type RealN8n } from './realN8n.ts';

export let real: RealN8n;

/**
 * Starts an n8n for the tests of a file, and ends it behind them.
 *
 * @param options - read when it starts, so that they may name what other hooks have started
 */
export function useRealN8n(options: () => Parameters<typeof startRealN8n>[0] = () => ({})): void {
  beforeAll(async () => {
    real = await startRealN8n(options());
  });
  afterAll(async () => await real?.stop());
}
