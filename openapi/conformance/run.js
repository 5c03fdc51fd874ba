import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { install } from './install.js';
import { takeTour } from './tour.js';

// Names on the command line choose some of the checks, or with --tour, of the tour's tools.
const { values, positionals: wanted } = parseArgs({
  options: { tour: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.tour) process.exit((await takeTour(wanted)) === 0 ? 0 : 1);

await install();

const folder = new URL('checks/', import.meta.url);
const names = (await readdir(folder))
  .map((file) => file.replace(/\.js$/, ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

let failed = 0;
for (const name of names) {
  const { proves, check } = await import(new URL(`${name}.js`, folder));
  const startedMs = performance.now();
  const error = await check().catch((caught) => caught);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${error ? 'FAIL' : 'ok  '}  ${name.padEnd(12)} ${seconds.padStart(6)} s  ${proves}`);
  if (!error) continue;
  failed += 1;
  console.log(String(error.stack ?? error).slice(0, 4000));
}
console.log(`\n${names.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
