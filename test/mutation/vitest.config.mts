import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { settleEnvironment } from '../settleEnvironment.ts';

settleEnvironment(process.env);

const root = resolve(import.meta.dirname, '../..');

/** What `mutate.ts` found: the files of tests, and whether any needs n8n's engine. */
const { tests, withEngine } = JSON.parse(process.env.MUTATION_TESTS ?? '{}') as {
  tests?: string[];
  withEngine?: boolean;
};

// Stryker's runner knows one project; its workers keep n8n's engine, as those of `npm test` do.
export default defineConfig({
  root,
  logLevel: 'error',
  resolve: {
    alias: withEngine ? {} : { 'n8n-workflow': resolve(root, 'test/mutation/n8nWorkflow.cjs') },
  },
  test: {
    include: tests ?? [],
    isolate: false,
    setupFiles: withEngine
      ? [resolve(root, 'test/engine/shareEngine.ts')]
      : [resolve(root, 'test/shareProcess.ts'), resolve(root, 'test/mutation/fewCases.ts')],
    // Stryker ends what goes on for ever.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
  },
});
