import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

// npm run test:mutation -- ROOM [TESTS...]: with patterns of tests, by these alone.
// Breaks each line of a room of nodes/ in turn, and lists what its tests don't notice.

const root = resolve(import.meta.dirname, '../..');
const [target = '', ...onlyTests] = process.argv.slice(2);
const room = target.replace(/^nodes\//, '').replace(/\/$/, '');
const isFile = room.endsWith('.ts');
const folder = isFile ? join(room, '..') : room;

if (room === '' || !existsSync(join(root, 'nodes', room))) {
  console.error(
    'Usage: npm run test:mutation -- ROOM, a folder or a file of nodes/, such as results',
  );
  process.exit(2);
}

const testsOfRoom = [`test/nodes/${folder}/**/*.test.ts`, 'test/promises/**/*.test.ts'];
process.env.MUTATION_TESTS = JSON.stringify(onlyTests.length > 0 ? onlyTests : testsOfRoom);

await new Stryker({
  mutate: [isFile ? `nodes/${room}` : `nodes/${room}/**/*.ts`],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // Tests on the engine load what the compiler wrote, which Vite doesn't know to be related.
  vitest: { configFile: 'test/mutation/vitest.config.mts', related: false },
  // The engine's tests load what the compiler writes; its types don't hold for mutants.
  buildCommand: 'tsc --incremental false --noCheck',
  coverageAnalysis: 'perTest',
  // A text says what it says; the tests of texts compare them with what people are to read.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: Math.min(2, availableParallelism()),
  timeoutMS: 15_000,
  ignorePatterns: ['/docs', '/lab', '/examples', '/sandbox/dist', '/openapi/docs'],
  // Below the tree, where the compiler finds the packages, and ignored by git and linters.
  tempDirName: 'coverage/mutation',
  cleanTempDir: 'always',
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { reportTests: false, logTests: false, skipFull: true },
  thresholds: { high: 85, low: 80, break: null },
  allowEmpty: true,
}).runMutationTest();
