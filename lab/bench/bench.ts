/**
 * Measures the package beside the loop that people build by hand, and beside n8n's own Wait node, in
 * one real n8n. Prints a table of ratios and the raw figures as JSON.
 *
 *   npm run bench -- --most 10                     small, to see whether it works
 *   npm run bench -- --only "200 rows" --runs 3    one case
 *   npm run bench -- --against old.tgz --runs 3    beside another build of the package
 *   npm run bench -- --runs 2 --docs               all cases, and the table of docs/internals/benchmarks.md
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { exitOnSignal } from '../exitOnSignal.ts';
import { cases, shrink, type Case } from './cases.ts';
import { play } from './play.ts';
import { tellRatios, writeDocs, type Result } from './report.ts';
import { startRig } from './startRig.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    most: { type: 'string', default: 'Infinity' },
    only: { type: 'string', multiple: true },
    against: { type: 'string' },
    json: { type: 'string' },
    docs: { type: 'boolean', default: false },
  },
});

const most = Number(values.most);
const wanted = cases.filter(({ name }) => values.only?.includes(name) ?? true);
if (wanted.length === 0)
  throw new Error(`--only takes one of: ${cases.map(({ name }) => name).join('; ')}`);

exitOnSignal();
const { against } = values;
const results: Result[] = [];
const rig = await startRig();
// Of two builds, each has an n8n of its own.
const otherRig = against === undefined ? undefined : await startRig(against);
const playOf = async (one: Case, contender: Result['contender']) =>
  contender === 'otherBuild' ? await play(otherRig!, one, 'own') : await play(rig, one, contender);
const contendersOf = (one: Case): Result['contender'][] =>
  otherRig === undefined ? one.contenders : ['own', 'otherBuild'];
try {
  // The first run of any code is compiled while it runs.
  const first = { ...shrink(cases[0]!, 1), videoSeconds: 1 };
  const warmUp = ['own', 'byHand', 'waitNode'] as const;
  for (const contender of warmUp) await play(rig, first, contender);
  if (otherRig !== undefined) await play(otherRig, first, 'own');
  for (const one of wanted)
    for (let run = 0; run < Number(values.runs); run++)
      // In turned order, so that what slows the machine down for a while cancels out.
      for (const contender of run % 2 === 0 ? contendersOf(one) : contendersOf(one).toReversed()) {
        const played = await playOf(shrink(one, most), contender);
        results.push({ case: one.name, run, contender, played });
        console.log(JSON.stringify(results.at(-1)));
      }
} finally {
  await rig.stop();
  await otherRig?.stop();
}
console.table(tellRatios(results));
if (values.json !== undefined)
  await writeFile(values.json, `${JSON.stringify(results, null, 1)}\n`);
if (values.docs) await writeDocs(results);
