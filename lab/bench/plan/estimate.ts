import type { Measure } from '../measures/measure.ts';

type Timed = Pick<Measure, 'runs' | 'seconds'>;

/** How long a measure takes on a machine of two cores. */
export const estimateSeconds = ({ runs, seconds }: Timed, wantedRuns = runs): number =>
  seconds.start + wantedRuns * seconds.run;

/** Minutes, for people. */
export const minutes = (seconds: number) =>
  seconds < 60 ? 'less than a minute' : `about ${Math.round(seconds / 60)} min`;

/** What is left, by how the estimates of what is done have turned out. */
export function remainingSeconds(
  left: readonly number[],
  done: readonly { estimated: number; took: number }[],
): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const estimated = sum(done.map((each) => each.estimated));
  const factor = estimated > 0 ? sum(done.map(({ took }) => took)) / estimated : 1;
  return sum(left) * factor;
}
