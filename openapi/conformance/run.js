import { readdir } from 'node:fs/promises';
import { install } from './install.js';

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

const width = Math.max(...rows.map(({ tool }) => tool.length));
for (const { tool, proves, error, seconds } of rows)
  console.log(
    `${error ? 'FAIL' : 'ok  '}  ${tool.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s  ${proves}`,
  );

const failed = rows.filter(({ error }) => error);
for (const { tool, error } of failed)
  console.log(`\n${tool}\n${String(error.stack ?? error).slice(0, 4000)}`);
console.log(`\n${rows.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
