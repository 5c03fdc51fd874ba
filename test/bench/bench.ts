import { loadavg } from 'node:os';
import { measures } from './measures/index.ts';
import type { Measure } from './measures/measure.ts';
import { startRig, type Rig } from './n8n/startRig.ts';
import { help, readOptions } from './options.ts';
import { writeReport } from './report/writeReport.ts';
import { describeCommit, describeMachine } from './results/machine.ts';
import { readResults, storeResult } from './results/store.ts';

const names = measures.map(({ name }) => name);
const options = readOptions(process.argv.slice(2), names);
if (options.help) {
  console.log(help + names.map((name) => `  ${name}`).join('\n'));
  process.exit(0);
}

const stored = await readResults();
const latest = [...stored.values()]
  .map(({ session }) => session)
  .sort()
  .at(-1);
const session = (options.resume && latest) || new Date().toISOString();
const isDone = ({ name }: Measure) => options.resume && stored.get(name)?.session === session;
const wanted = measures.filter(
  (measure) =>
    !options.report &&
    !isDone(measure) &&
    (options.only.length === 0 || options.only.includes(measure.name)),
);

let shared: Promise<Rig> | undefined;
const bench = { runs: options.runs, rig: () => (shared ??= startRig()) };
try {
  for (const measure of wanted) await takeAndStore(measure);
} finally {
  await (await shared)?.stop();
}
await writeReport(await readResults());

async function takeAndStore({ name, take }: Measure): Promise<void> {
  console.log(`• ${name}`);
  const startMs = Date.now();
  const before = loadavg()[0]!;
  const samples = await take(bench);
  const tookSeconds = Math.round((Date.now() - startMs) / 1000);
  await storeResult({
    ...{ measure: name, session, takenAt: new Date(startMs).toISOString() },
    ...{ commit: describeCommit(), machine: describeMachine() },
    load: { before, after: loadavg()[0]! },
    ...{ tookSeconds, samples },
  });
  console.log(`  done in ${tookSeconds} s`);
}
