// Loads a community package with n8n's own loader in a new process and prints as JSON how long it took.
// Arguments: the folder that n8n is installed in, the package's folder.
import { createRequire, Module } from 'node:module';
import { join } from 'node:path';

const [installed, packageFolder] = process.argv.slice(2);
// n8n makes its own modules resolvable for community packages in the same way.
process.env.NODE_PATH = join(installed, 'node_modules');
Module._initPaths();
const load = createRequire(join(installed, 'node_modules', 'n8n', 'package.json'));
load('reflect-metadata');
load('n8n-workflow');
const { PackageDirectoryLoader } = load('n8n-core');

const startMs = performance.now();
const cpuBefore = process.cpuUsage();
await new PackageDirectoryLoader(packageFolder).loadAll();
const loadMilliseconds = performance.now() - startMs;
const { user, system } = process.cpuUsage(cpuBefore);
console.log(JSON.stringify({ loadMilliseconds, cpuMilliseconds: (user + system) / 1000 }));
process.exit(0);
