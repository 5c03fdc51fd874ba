import { execSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

// npm run test:mutation -- ROOM [TESTS...]: with patterns of tests, by these alone.
// Breaks each line of a room of nodes/ in turn, and lists what its tests don't notice.

const root = resolve(import.meta.dirname, '../..');
const [target = '', ...patterns] = process.argv.slice(2);
const room = target.replace(/^nodes\//, '').replace(/\/$/, '');
const isFile = room.endsWith('.ts');

if (room === '' || !existsSync(join(root, 'nodes', room))) {
  console.error(
    'Usage: npm run test:mutation -- ROOM [TESTS...], a folder or a file of nodes/, such as results',
  );
  process.exit(2);
}

const folder = isFile ? join(room, '..') : room;
const wanted = patterns.length > 0 ? patterns : [`test/nodes/${folder}/**/*.test.ts`];
const tests = globSync(wanted, { cwd: root });
if (tests.length === 0) {
  console.error(`No test file matches ${wanted.join(' ')}.`);
  process.exit(2);
}

/** Tests on n8n's engine load what the compiler writes; the others are done in half the time. */
const withEngine = tests.some((file) =>
  /\/engine\/|\/dist\/|\/scene\.ts'/.test(readFileSync(join(root, file), 'utf8')),
);
if (withEngine) execSync('npx gulp --silent', { cwd: root, stdio: 'inherit' });
process.env.MUTATION_TESTS = JSON.stringify({ tests, withEngine });

await new Stryker({
  mutate: [isFile ? `nodes/${room}` : `nodes/${room}/**/*.ts`],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // Tests on the engine load what the compiler wrote, which Vite doesn't know to be related.
  vitest: { configFile: 'test/mutation/vitest.config.mts', related: false },
  // The types don't hold for mutants.
  ...(withEngine && { buildCommand: 'tsc --incremental false --noCheck' }),
  coverageAnalysis: 'perTest',
  // What a module does as it loads takes a process of its own for each mutant, and all tests.
  ignoreStatic: true,
  // A text says what it says; the tests of texts compare them with what people are to read.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: Math.min(2, availableParallelism()),
  // What takes too long counts as noticed: a machine that has much else to do must not score.
  dryRunTimeoutMinutes: 60,
  timeoutMS: 30_000,
  ignorePatterns: ['/docs', '/lab', '/examples', '/sandbox', '/playground/dist'],
  // Below the tree, where the compiler finds the packages, and ignored by git and linters.
  tempDirName: 'coverage/mutation',
  cleanTempDir: 'always',
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { reportTests: false, logTests: false, skipFull: true },
  thresholds: { high: 85, low: 80, break: null },
  allowEmpty: true,
}).runMutationTest();
