import { byRun, type Result } from '../../results/result.ts';
import { median } from '../../statistics/summarize.ts';
import { atLeast, atMost, type Figure, type Row } from '../row.ts';

const seconds = (label: string, contender: string): Figure => ({
  ...{ label, contender, value: 'seconds' },
  ...{ unit: 's', digits: 2 },
});

const count = (label: string, contender: string, value: string): Figure => ({
  ...{ label, contender, value },
  ...{ unit: '', digits: 0 },
});

const overBound = (result: Result) =>
  median(
    result.samples
      .filter(({ contender }) => contender === 'own')
      .map(({ values }) => values.seconds! / values.boundSeconds!),
  );

/** Own: items per second over the built-in node's, in the time that the latter was watched. */
function timesFaster(result: Result): number {
  const built = byRun(result, 'builtIn', 'created');
  const watched = byRun(result, 'builtIn', 'seconds');
  const own = byRun(result, 'own', 'seconds');
  const created = byRun(result, 'own', 'created');
  return median(
    [...built].map(
      ([run, count]) => created.get(run)! / own.get(run)! / (count / watched.get(run)!),
    ),
  );
}

export const createMany: Row = {
  name: 'create-many',
  measure: 'create-many',
  title: 'Create 200 items in one execution',
  bound: 'latency × items / concurrency',
  goal: '≤ 1.15 × the bound, ≥ 8 × faster than built-in',
  how: 'One execution with 200 items; the service answers after 200 ms; the tasks are finished at once. The time is that of the creating node. The built-in node works one item after another and sleeps ten seconds after each, so it is stopped after 25 s: what it has sent by then is compared as items per second. For the rate limit the service takes 20 requests per second and answers others with 429.',
  figures: [
    seconds('VideoGen, 10 at once', 'own'),
    seconds('by hand, all at once', 'byHand'),
    seconds('VideoGen, rate limit', 'ownLimited'),
    seconds('by hand, rate limit', 'byHandLimited'),
    count('VideoGen, rate limit: tasks created (and paid)', 'ownLimited', 'created'),
    count('VideoGen, rate limit: ids delivered', 'ownLimited', 'delivered'),
    count('by hand, rate limit: tasks created (and paid)', 'byHandLimited', 'created'),
    count('by hand, rate limit: ids delivered', 'byHandLimited', 'delivered'),
    count('built-in: items sent in 25 s', 'builtIn', 'created'),
  ],
  checks: (result) => [
    atMost(overBound(result), 1.15, ' × the bound'),
    atLeast(timesFaster(result), 8, ' × built-in'),
  ],
  notes:
    'By hand is faster where nothing is limited, because the HTTP Request node sends all items at the same moment. Where the service limits rates, the same node fails as a whole at the first 429: the tasks that were accepted are paid, and no id of them comes out.',
  why: 'the node checks each item, keeps its ledger against paying twice, and n8n builds and authenticates each request, all on one thread that also takes the answers in. The machine had other work during the runs: the more it has (see the load average), the longer that part takes, while the bound knows latency only. By hand slows down in the same runs.',
  plot: { value: 'seconds', label: 'seconds' },
};
