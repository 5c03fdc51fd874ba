import type { Result } from '../../results/result.ts';
import { atMost, ratio, type Figure, type Row } from '../row.ts';

const queries = (label: string, contender: string): Figure => ({
  ...{ label, contender, value: 'queriesPerTask' },
  ...{ unit: '', digits: 2 },
});

const figures = [
  queries('VideoGen', 'own'),
  queries('VideoGen, no progress', 'ownNoProgress'),
  queries('by hand', 'byHand'),
  queries('built-in', 'builtIn'),
];

const row = {
  bound: '-',
  goal: 'not above by hand',
  figures,
  checks: (result: Result) => [
    atMost(ratio(result, 'queriesPerTask', 'own', 'byHand'), 1, ' × by hand'),
    atMost(
      ratio(result, 'queriesPerTask', 'ownNoProgress', 'byHand'),
      1,
      ' × by hand',
      'without progress ',
    ),
  ],
  why: 'Wait for Video looks at a task at once, because it may be finished already, as when a workflow is run again after an error; the loop by hand first pauses for five seconds. Where the service tells the progress, requests that are saved far from the end make up for it, the more the longer the task takes; where it does not, one request more per task remains.',
  plot: { value: 'queriesPerTask', label: 'requests for the status per task' },
} satisfies Partial<Row>;

export const requestsLong: Row = {
  ...row,
  name: 'requests-long',
  measure: 'long-tasks',
  title: 'Requests per finished task, tasks of 20 to 58 s',
  how: 'Twenty executions of one item for each contender, all at once; tasks of 20, 22, … 58 s; the service answers after 200 ms and counts. One more request creates each task.',
};

export const requestsShort: Row = {
  ...row,
  name: 'requests-short',
  measure: 'poll-lag',
  title: 'Requests per finished task, tasks of 8 to 17.5 s',
  how: 'The executions whose lag is measured above: each task takes 8, 8.5, … 17.5 s.',
};
