import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { settleEnvironment } from './test/settleEnvironment.ts';

// The workers that run the tests inherit it.
settleEnvironment(process.env);

const project = (
  name: string,
  include: string[],
  testTimeout: number,
  env: Record<string, string> = {},
) => ({
  test: { name, include, testTimeout, hookTimeout: testTimeout, env },
});

// `fast` is `npm test`; the others need servers, browsers or heavy tools and have scripts of their own.
export default defineConfig({
  // n8n's packages name source files that they do not ship; Vite warns of each.
  logLevel: 'error',
  test: {
    // Vitest leaves a core free, but most tests wait more than they work.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      project(
        'fast',
        ['test/{docs,lab,nodes,openapi,package,playground,sandbox}/**/*.test.ts'],
        60_000,
      ),
      project('e2e', ['test/e2e/**/*.test.ts'], 600_000),
      project(
        'compat',
        [
          'test/compat/**/*.test.ts',
          'test/e2e/{sleep/*,triggerRespond/*,createAndWait,restart}.test.ts',
        ],
        1_800_000,
        { VIDEOGEN_N8N_LINE: '1' },
      ),
      // Those of e2e that neither kill n8n nor choose its settings, for one that VIDEOGEN_N8N_URL names.
      project('outside', ['test/e2e/{createAndWait,lateCallback,trigger}.test.ts'], 600_000),
      project('engine2', ['test/engine2/**/*.test.ts'], 120_000),
      project('container', ['test/container/**/*.test.ts'], 900_000),
      project('queue', ['test/queue/**/*.test.ts'], 900_000),
    ],
  },
});
