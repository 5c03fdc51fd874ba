import { valuesOf, type Result } from '../../results/result.ts';
import { summarize } from '../../statistics/summarize.ts';
import { atMost, type Figure, type Row } from '../row.ts';

const over = (label: string, contender: string): Figure => ({
  ...{ label, contender, value: 'overSeconds' },
  ...{ unit: 's', digits: 2 },
});

const intervalSeconds = 5;
const median = (result: Result, contender: string) =>
  summarize(valuesOf(result, contender, 'overSeconds')).median;

export const waitMany: Row = {
  name: 'wait-many',
  measure: 'wait-many',
  title: 'Wait for 1 and for 200 items',
  bound: '0 s over the slowest task',
  goal: '≤ one interval (5 s), for 1 and for 200 items',
  how: 'One execution creates the tasks and waits for all of them; they take 6 to 15 s, evenly spread; the service answers after 200 ms. The figure is the time from the completion of the slowest task to the end of the wait, at the default settings.',
  figures: [
    over('VideoGen, 1 item', 'own1'),
    over('by hand, 1 item', 'byHand1'),
    over('VideoGen, 200 items', 'own200'),
    over('by hand, 200 items', 'byHand200'),
  ],
  checks: (result) => [
    atMost(median(result, 'own1'), intervalSeconds, ' s', '1 item: '),
    atMost(median(result, 'own200'), intervalSeconds, ' s', '200 items: '),
  ],
  why: 'two hundred tasks share five requests at once, so that a round of questions takes longer than the interval when the service answers slowly or the machine is busy; Requests at Once in the options raises that.',
  plot: { value: 'overSeconds', label: 'seconds over the slowest task' },
};
