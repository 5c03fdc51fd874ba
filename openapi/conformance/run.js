import { readdir } from 'node:fs/promises';
import { install } from './install.js';

await install();

const folder = new URL('checks/', import.meta.url);
const wanted = process.argv.slice(2);
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
