import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { settleEnvironment } from '../settleEnvironment.ts';

settleEnvironment(process.env);

const root = resolve(import.meta.dirname, '../..');

/** The tests of a room, as a list of patterns that `mutate.ts` has put together. */
const include = JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[];

// Stryker's runner knows one project; its workers keep n8n's engine, as those of `npm test` do.
export default defineConfig({
  root,
  logLevel: 'error',
  test: {
    include,
    isolate: false,
    setupFiles: [resolve(root, 'test/engine/shareEngine.ts')],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
