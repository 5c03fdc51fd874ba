import { parseArgs } from 'node:util';
import { BuiltCode } from './builtNodes.ts';
import { playHistory } from './history.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    story: { type: 'boolean', default: false },
  },
});
const code = new BuiltCode();
if (values.seed !== undefined) {
  const history = await playHistory(Number(values.seed), code, { keepsStory: true });
  console.log(history.story.join('\n'));
  console.log({ ...history, story: undefined });
} else {
  const from = Number(values.from);
  const count = Number(values.seeds);
  const kinds = new Map<string, number[]>();
  const sum = { tasks: 0, delivered: 0, errorLines: 0, falseAlarms: 0, leftToPerson: 0 };
  let latestMs = 0;
  const startedAt = performance.now();
  for (let seed = from; seed < from + count; seed++) {
    const history = await playHistory(seed, code);
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += history[key];
    latestMs = Math.max(latestMs, history.latestMs);
    for (const one of history.broken) {
      const kind = one.split(':')[0]!;
      kinds.set(kind, [...(kinds.get(kind) ?? []), seed]);
      if (kinds.get(kind)!.length <= 5) console.log(`seed ${seed}: ${one}`);
    }
  }
  for (const [kind, seeds] of kinds)
    console.log(`${kind}: ${seeds.length} (${[...new Set(seeds)].slice(0, 12).join(', ')})`);
  console.log(JSON.stringify(sum), `latest ${Math.round(latestMs / 1000)} s`);
  console.log(`${((performance.now() - startedAt) / count).toFixed(1)} ms a history`);
}
