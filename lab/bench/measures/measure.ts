import type { Rig } from '../n8n/startRig.ts';
import type { Sample } from '../results/result.ts';

/** What measures are given to work with. */
export interface Bench {
  /** Paired runs to make. */
  runs: number;
  /** How many to take, of so many in a real bench: all of them, or a tenth in a trial. */
  size(full: number): number;
  /** The n8n that measures share which need no fresh one; started when first asked for. */
  rig(): Promise<Rig>;
}

export interface Measure {
  /** Also the name of its file of results and the word for --only. */
  name: string;
  /** Paired runs in a whole bench: fewer where each takes long. */
  runs: number;
  /** What it takes on a machine of two cores: to begin with, and for each run. */
  seconds: { start: number; run: number };
  take(bench: Bench): Promise<Sample[]>;
}

/** 1 to n. */
export const runNumbers = (runs: number) => Array.from({ length: runs }, (_, index) => index + 1);

/**
 * Takes each contender once per run, the order turned round from run to run, so that no contender
 * always comes first.
 */
export async function alternate(
  runs: number,
  contenders: Record<string, (run: number) => Promise<Record<string, number>>>,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const run of runNumbers(runs)) {
    const names = Object.keys(contenders);
    for (const contender of run % 2 ? names : names.reverse()) {
      const values = await contenders[contender]!(run);
      console.log(`  run ${run}, ${contender}: ${JSON.stringify(values)}`);
      samples.push({ run, contender, values });
    }
  }
  return samples;
}
