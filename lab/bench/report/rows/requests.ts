import type { Result } from '../../results/result.ts';
import { atMost, ratio, type Figure, type Row } from '../row.ts';

const queries = (label: string, contender: string): Figure => ({
  ...{ label, contender, value: 'queriesPerTask' },
  ...{ unit: '', digits: 2 },
});

const figures: Figure[] = [
  queries('VideoGen', 'own'),
  queries('VideoGen, no progress', 'ownNoProgress'),
  queries('by hand', 'byHand'),
  queries('Veo node', 'veo'),
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
  why: 'the nodes look every five seconds, counted from the creation. The loop by hand pauses for five seconds after each answer, so its rounds are longer by the latency and by what n8n needs for four nodes, and fewer of them fit in; it finds the end later for that. Where the service tells the progress, looks that are saved far from the end make up for it, the more the longer the task takes.',
  plot: { value: 'queriesPerTask', label: 'looks per task' },
} satisfies Partial<Row>;

export const requestsLong: Row = {
  ...row,
  name: 'requests-long',
  measure: 'long-tasks',
  title: 'Looks per finished task, tasks of 20 to 58 s',
  how: 'Twenty executions of one item for each contender, all at once; tasks of 20, 22, … 58 s; the service answers after 200 ms and counts. A look is a request for the status; one more request creates each task.',
};

export const requestsShort: Row = {
  ...row,
  figures: [...figures, queries('fal by hand', 'fal')],
  name: 'requests-short',
  measure: 'lag',
  title: 'Looks per finished task, tasks of 8 to 17.5 s',
  how: 'The executions whose lag is measured above: each task takes 8, 8.5, … 17.5 s.',
};
