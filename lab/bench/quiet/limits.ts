import type { Others } from '../results/result.ts';

/** The load average at which the bench may begin, while nothing of its own runs. */
export const mostLoad = (cores: number) => 0.5 * cores;

/**
 * How many processors others may use while it measures. The load average cannot tell that: the
 * bench itself makes most of it. A tenth of the machine is little, but n8n takes the rest.
 */
export const mostOthers = (cores: number) => 0.1 * cores;

/** Why figures are to be read with care: what others did; undefined when the machine was quiet. */
export function describeNoise(others: Others, cores: number): string | undefined {
  const { loadAtStart, before, mean } = others;
  const reasons = [
    ...(loadAtStart !== undefined && loadAtStart > mostLoad(cores)
      ? [`the load average was ${loadAtStart.toFixed(1)} before the bench began`]
      : []),
    ...(before > mostOthers(cores)
      ? [`other programs used ${before.toFixed(1)} of ${cores} processors just before`]
      : []),
    ...(mean > mostOthers(cores)
      ? [`other programs used ${mean.toFixed(1)} of ${cores} processors meanwhile`]
      : []),
  ];
  return reasons.length > 0 ? reasons.join(', and ') : undefined;
}
