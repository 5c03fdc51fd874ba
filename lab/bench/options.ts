import { parseArgs } from 'node:util';

export const help = `npm run bench -- [options]

Measures the package and the loop that people would build by hand, in a real n8n, and writes
docs/internals/benchmarks.md, its plots and the table in docs/benchmarks.md from the raw
results in docs/benchmarks/.

Run it on a machine that does nothing else. It waits for quiet, and marks the figures of a
measure during which other programs were busy.

  --runs NUMBER    paired runs of each measure (as many as the measure is worth, see below)
  --only NAMES     only these measures, separated by commas; the other results stay
  --resume         go on with the session that was broken off: only what it lacks
  --wait MINUTES   how long to wait for quiet, in all (10)
  --try            only see whether it works: small batches, one run, nothing is stored
  --report         only write the report anew
  --help           this text

Measures:
`;

export interface BenchOptions {
  /** Left out: as many as each measure says. */
  runs?: number;
  /** Names of measures; empty for all. */
  only: string[];
  resume: boolean;
  waitMinutes: number;
  isTrial: boolean;
  report: boolean;
  help: boolean;
}

/**
 * Reads the command line.
 *
 * @param known - names of all measures
 * @throws when an option is unknown or its value makes no sense
 */
export function readOptions(args: string[], known: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string' },
      only: { type: 'string', default: '' },
      resume: { type: 'boolean', default: false },
      wait: { type: 'string', default: '10' },
      try: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { resume, report, help: isHelp, try: isTrial } = values;
  const runs = values.runs === undefined ? undefined : Number(values.runs);
  if (runs !== undefined && (!Number.isInteger(runs) || runs < 1))
    throw new Error(`Expected --runs to be a whole number above 0, got "${values.runs}"`);
  const waitMinutes = Number(values.wait);
  if (!(waitMinutes >= 0) || values.wait.trim() === '')
    throw new Error(`Expected --wait to be a number of minutes, got "${values.wait}"`);
  const only = values.only.split(',').filter((name) => name !== '');
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`Expected --only to name ${known.join(', ')}, got "${unknown}"`);
  return {
    ...(runs !== undefined && { runs }),
    ...{ only, resume, waitMinutes, isTrial, report, help: isHelp },
  };
}
