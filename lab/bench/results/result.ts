/** What one contender came to in one run. */
export interface Sample {
  run: number;
  contender: string;
  /** Units are in the names. */
  values: Record<string, number>;
}

/** The raw results of one measure, as stored. */
export interface Result {
  measure: string;
  /** Names the call of `npm run bench` that took it. */
  session: string;
  takenAt: string;
  commit: string;
  machine: Machine;
  /** Load average over a minute, before and after. */
  load: { before: number; after: number };
  /** What processes that are not the bench's own used; older results do not tell. */
  others?: Others;
  tookSeconds: number;
  samples: Sample[];
}

/** How many processors others used. */
export interface Others {
  /** The load average before the first measure, while nothing of the bench's own ran. */
  loadAtStart?: number;
  /** In the ten seconds before the measure. */
  before: number;
  /** On the mean during the measure. */
  mean: number;
  /** In the busiest ten seconds of it. */
  most: number;
}

export interface Machine {
  cpu: string;
  cores: number;
  memoryGigabytes: number;
  system: string;
  node: string;
  n8n: string;
}

/** Values of one name of one contender, by run; several of a run become their median's list. */
export function valuesOf({ samples }: Pick<Result, 'samples'>, contender: string, name: string) {
  return samples.flatMap((sample) => {
    const value = sample.values[name];
    return sample.contender === contender && value !== undefined ? [value] : [];
  });
}

/** The same by run, for ratios of pairs. */
export function byRun({ samples }: Pick<Result, 'samples'>, contender: string, name: string) {
  return new Map(
    samples.flatMap((sample) => {
      const value = sample.values[name];
      return sample.contender === contender && value !== undefined
        ? [[sample.run, value] as const]
        : [];
    }),
  );
}
