import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { settleEnvironment } from './test/settleEnvironment.ts';

// The workers that run the tests inherit it.
settleEnvironment(process.env);

// Where workers, which are ended without a word, leave the homes of n8n's engines.
const folder = mkdtempSync(join(tmpdir(), 'video-generation-tests-'));
process.env.TEST_FOLDER = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const project = (
  name: string,
  include: string[],
  testTimeout: number,
  env: Record<string, string> = {},
) => ({
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: testTimeout,
    env,
    // Vitest's second is too short for a browser on a machine that has much else to do.
    expect: { poll: { timeout: 30_000 } },
  },
});

// Each in a process of its own: they change or measure the one that they run in.
const alone = ['test/nodes/watch/memory.test.ts'];

// n8n's engine takes a second to load, so that tests with it share their processes.
const withEngine = [
  'test/{nodes,promises}/**/*.test.ts',
  'test/playground/{recovery,statement}.test.ts',
];

/** Tests that put the packed package into a real n8n. */
const withPackage: typeof project = (...given) => {
  const { test } = project(...given);
  return { test: { ...test, globalSetup: './test/packed.ts' } };
};

/** A part of `npm test`. */
const part = (
  name: string,
  { include, exclude }: { include: string[]; exclude: string[] },
  setupFile?: string,
) => {
  // Long enough for a machine that has much else to do.
  const { test } = project(name, include, 300_000);
  const shared = setupFile !== undefined && { isolate: false, setupFiles: [setupFile] };
  return { test: { ...test, exclude, ...shared } };
};

/** Begins with what waits for minutes and works little; Vitest goes by the size of the files. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('e2e/createAndWait.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence'));

/** The oldest n8n that is supported; its folder in test/compat/. */
const oldestVersion = '1.123.0';

// Where tests stand that need no servers, browsers or heavy tools.
const fast = ['test/{docs,nodes,openapi,package,playground,promises,sandbox}/**/*.test.ts'];

// The parts of `fast` are `npm test`; the others need servers, browsers or heavy tools and have
// scripts of their own.
export default defineConfig({
  // n8n's packages name source files that they do not ship; Vite warns of each.
  logLevel: 'error',
  test: {
    // One more than there are cores, as some tests wait; each loads n8n's engine for itself.
    maxWorkers: availableParallelism() + 1,
    ...(!isShuffled && { sequence: { sequencer: WaitingFirst } }),
    projects: [
      part('fast-alone', { include: alone, exclude: [] }),
      part('fast-engine', { include: withEngine, exclude: alone }, './test/engine/shareEngine.ts'),
      part('fast', { include: fast, exclude: [...alone, ...withEngine] }, './test/shareProcess.ts'),
      withPackage('e2e', ['test/e2e/**/*.test.ts'], 600_000),
      withPackage('compat', ['test/e2e/{workflows,createAndWait,trigger}.test.ts'], 1_800_000, {
        TEST_N8N_VERSION: oldestVersion,
      }),
      // Those of e2e that neither kill n8n nor choose its settings, for one that TEST_N8N_URL names.
      withPackage('outside', ['test/e2e/{createAndWait,trigger}.test.ts'], 600_000),
      project('engine2', ['test/engine2/**/*.test.ts'], 120_000),
      withPackage('queue', ['test/queue/**/*.test.ts'], 900_000),
    ],
  },
});
