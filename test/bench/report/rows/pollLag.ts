import { atMost, middle, ratio, type Figure, type Row } from '../row.ts';

const figure =
  (value: string, unit: string) =>
  (label: string, contender: string): Figure => ({ label, contender, value, unit, digits: 2 });

const lag = figure('meanLagSeconds', 's');
const worst = figure('worstLagSeconds', 's');

const how =
  'Twenty executions of one item run at once; the tasks take 8 to 17.5 s in steps of half a second, so that completions fall evenly between two polls of the five-second interval; the service answers after 200 ms.';

export const pollLag: Row = {
  name: 'poll-lag',
  measure: 'poll-lag',
  title: 'Lag from completion to output, poll mode',
  bound: 'half the interval (2.5 s)',
  goal: '≤ 0.6 interval, no more requests than the fixed interval needs',
  how: `${how} The lag is the time from a task's completion to the start of the next node, and the figure of a run is the mean over its twenty tasks. "No progress" is a service that does not tell how far a task is: there the same node asks in the fixed interval.`,
  figures: [
    lag('VideoGen', 'own'),
    lag('VideoGen, no progress', 'ownNoProgress'),
    lag('by hand', 'byHand'),
    lag('built-in', 'builtIn'),
    worst('VideoGen, worst of twenty', 'own'),
    worst('by hand, worst of twenty', 'byHand'),
    worst('built-in, worst of twenty', 'builtIn'),
  ],
  checks: (result) => [
    atMost(middle(result, 'own', 'meanLagSeconds') / 5, 0.6, ' interval'),
    atMost(
      middle(result, 'ownNoProgress', 'meanLagSeconds') / 5,
      0.6,
      ' interval',
      'without progress ',
    ),
    atMost(
      ratio(result, 'queriesPerTask', 'own', 'ownNoProgress'),
      1,
      ' × the requests of the fixed interval',
    ),
  ],
  why: 'on a busy machine the answers, and the executions that run side by side, wait for the processor.',
  plot: { value: 'meanLagSeconds', label: 'seconds from completion to output' },
};
