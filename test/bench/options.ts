import { parseArgs } from 'node:util';

export const help = `npm run bench -- [options]

Measures the package beside what people would use instead, in a real n8n, and writes
docs/benchmarks.md with its plots from the raw results in docs/benchmarks/.

  --runs NUMBER    paired runs of each measure (5)
  --only NAMES     only these measures, separated by commas; the other results stay
  --resume         go on with the session that was broken off: only what it lacks
  --report         only write the report anew
  --help           this text

Measures:
`;

export interface BenchOptions {
  runs: number;
  /** Names of measures; empty for all. */
  only: string[];
  resume: boolean;
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
      runs: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      resume: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`Expected --runs to be a whole number above 0, got "${values.runs}"`);
  const only = values.only.split(',').filter((name) => name !== '');
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`Expected --only to name ${known.join(', ')}, got "${unknown}"`);
  return { ...values, runs, only };
}
