import { valuesOf, type Result } from '../../results/result.ts';
import { atMost, middle, ratio, whereMeasured, type Check, type Figure, type Row } from '../row.ts';

const figure =
  (value: string, what: string, unit: string, digits: number) =>
  (label: string, contender: string): Figure => ({
    ...{ label: what === '' ? label : `${label}: ${what}`, contender, value },
    ...{ unit, digits },
  });

const wall = figure('seconds', '', 's', 1);
const created = figure('createdSeconds', 'until the last task was created', 's', 1);
const tasks = figure('created', 'tasks created (and charged)', '', 0);
// A loop that fails is over soon: its time alone would look good.
const perMinute = figure('deliveredPerMinute', 'videos per minute', '', 1);
const delivered = figure('delivered', 'videos delivered', '', 0);
const refused = figure('refusedPercent', 'refused requests', '%', 1);

const figures = (own: string, byHand: string) => [
  wall('VideoGen', own),
  wall('by hand', byHand),
  perMinute('VideoGen', own),
  perMinute('by hand', byHand),
  created('VideoGen', own),
  refused('VideoGen', own),
  refused('by hand', byHand),
  tasks('VideoGen', own),
  tasks('by hand', byHand),
  delivered('VideoGen', own),
  delivered('by hand', byHand),
];

const checks =
  (own: string) =>
  (result: Result): Check[] => [
    atMost(middle(result, own, 'createOverBound'), 1.2, ' × the bound', 'created: '),
    atMost(middle(result, own, 'overBound'), 1.2, ' × the bound', 'delivered: '),
    atMost(middle(result, own, 'refusedPercent'), 3, ' %', 'refused: '),
    atMost(Math.max(...valuesOf(result, own, 'missing')), 0, ' videos missing'),
  ];

const limit =
  "The service takes 20 requests per second, and 20 at once after a pause; it refuses others with 429 and Retry-After: 1. It answers after 200 ms, and each task takes 20 s. Each run uses an account that the nodes don't know yet. The time goes from the first request to the end of the last execution. The bound is the least that the limit allows, if every request came at the right moment and each task were looked at once, right when it's finished";

const lost =
  'By hand, nothing asks again after a 429. In one execution the HTTP Request node then fails as a whole, so the tasks that were accepted are charged and no id of them comes out; in executions of their own, those that were refused fail, also while they wait.';

const why =
  "the nodes find the limit out by being refused: from then on they keep just under it. Looks that find a task unfinished use up the same limit, which the bound doesn't count.";

const shared = {
  goal: '≤ 1.2 × the bound, ≤ 3 % refused, everything delivered',
  notes: lost,
  why,
  plot: { value: 'deliveredPerMinute', label: 'videos delivered per minute' },
} satisfies Partial<Row>;

export const limitOne: Row = {
  ...shared,
  name: 'rate-limit-one',
  measure: 'rate-limit',
  title: 'A limit of 20 requests per second: 200 items in one execution',
  bound: '9.2 s to create, 29.4 s in all',
  how: `One execution creates 200 tasks and waits for them. ${limit}.`,
  figures: figures('ownOne', 'byHandOne'),
  asked: [
    {
      question:
        'You order 200 videos, and the service takes 20 requests a second: how many are charged?',
      ...{ value: 'created', own: 'ownOne', byHand: 'byHandOne' },
    },
    {
      ...{ question: 'And how many of them do you get?', value: 'delivered' },
      ...{ own: 'ownOne', byHand: 'byHandOne' },
    },
  ],
  checks: checks('ownOne'),
};

/** Nobody creates faster than n8n starts executions, whatever the service takes. */
const createdAsFastAsPossible = (result: Result): Check[] =>
  whereMeasured(result, 'freeMany', () => {
    const overFree = ratio(result, 'createdSeconds', 'ownMany', 'freeMany');
    const overLeast = Math.min(middle(result, 'ownMany', 'createOverBound'), overFree);
    return atMost(overLeast, 1.15, ' × the bound or the time without a limit', 'created: ');
  });

export const limitMany: Row = {
  ...shared,
  name: 'rate-limit-many',
  measure: 'rate-limit',
  title: 'A limit of 20 requests per second: 200 executions of one item',
  bound: '9.2 s to create, 29.4 s in all',
  how: `200 executions, started one after another without a pause, create a task each and wait for it. ${limit}.`,
  why: `${why} Each execution also costs n8n processor time of its own, which the bound doesn't count either; how much, the rows on CPU time tell.`,
  figures: [
    ...figures('ownMany', 'byHandMany'),
    created('VideoGen, at a service without a limit', 'freeMany'),
  ],
  checks: (result) => [...checks('ownMany')(result), ...createdAsFastAsPossible(result)],
};

export const threeProcesses: Row = {
  ...shared,
  name: 'three-processes',
  measure: 'three-processes',
  title: 'A limit of 20 requests per second: three n8n processes share it',
  bound: '29.2 s to create, 59.2 s in all',
  how: `Three n8n processes with the same account, each with one execution of 200 items, started together. They are three separate n8n and not three workers of one: what counts is that each process finds the limit out by itself and knows nothing of the others, and this way each has the same work. ${limit}. Fairness is Jain's index over the tasks that each process had created when the first of them was done: 1 when all had the same.`,
  figures: [
    ...figures('own', 'byHand'),
    {
      ...{ label: 'VideoGen: fairness', contender: 'own', value: 'fairness' },
      ...{ unit: '', digits: 2 },
    },
  ],
  checks: checks('own'),
};
