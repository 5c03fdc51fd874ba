import { readdir } from 'node:fs/promises';
import { install } from './install.js';
import { Missing } from './openapi-generator.js';

await install();

const folder = new URL('checks/', import.meta.url);
const wanted = process.argv.slice(2);
const names = (await readdir(folder))
  .map((file) => file.replace(/\.js$/, ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

/** One tool's check, timed; a fault becomes its row instead of an end of the run. */
async function examine(name) {
  const started = performance.now();
  const row = { name, tool: name, proves: '', error: undefined };
  try {
    const { default: found } = await import(new URL(`${name}.js`, folder));
    Object.assign(row, { tool: found.tool, proves: found.proves });
    await found.check();
  } catch (error) {
    row.error = error;
  }
  return { ...row, seconds: (performance.now() - started) / 1000 };
}

const rows = [];
const queue = [...names];
const worker = async () => {
  for (let name = queue.shift(); name; name = queue.shift()) rows.push(await examine(name));
};
await Promise.all([worker(), worker()]);
rows.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));

// Where everything is installed, a missing tool is a fault of the machine's set-up.
const isSkipped = ({ error }) => error instanceof Missing && !process.env.CI;
const verdict = (row) => (isSkipped(row) ? 'skip' : row.error ? 'FAIL' : 'ok  ');

const width = Math.max(...rows.map(({ tool }) => tool.length));
for (const row of rows) {
  const { tool, proves, error, seconds } = row;
  const told = isSkipped(row) ? error.message : proves;
  console.log(
    `${verdict(row)}  ${tool.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s  ${told}`,
  );
}

const skipped = rows.filter(isSkipped);
const failed = rows.filter((row) => row.error && !isSkipped(row));
for (const { tool, error } of failed)
  console.log(`\n${tool}\n${String(error.stack ?? error).slice(0, 4000)}`);
if (skipped.length > 0)
  console.log(`\n${skipped.length} skipped: a tool of the machine is missing`);
const passed = rows.length - failed.length - skipped.length;
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
