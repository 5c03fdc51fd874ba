import { byRun, valuesOf, type Result } from '../../results/result.ts';
import { median } from '../../statistics/summarize.ts';
import {
  atLeast,
  atMost,
  ratio,
  whereMeasured,
  type Check,
  type Figure,
  type Row,
} from '../row.ts';

const seconds = (label: string, contender: string): Figure => ({
  ...{ label, contender, value: 'seconds' },
  ...{ unit: 's', digits: 2 },
});

const delivered = (label: string, contender: string): Figure => ({
  ...{ label: `${label}: ids delivered`, contender, value: 'delivered' },
  ...{ unit: '', digits: 0 },
});

/** Own: items per second over the Veo node's, in the time that the latter was watched. */
function timesFaster(result: Result): number {
  const built = byRun(result, 'veo', 'created');
  const watched = byRun(result, 'veo', 'seconds');
  const own = byRun(result, 'own200', 'seconds');
  const created = byRun(result, 'own200', 'created');
  return median(
    [...built].map(
      ([run, count]) => created.get(run)! / own.get(run)! / (count / watched.get(run)!),
    ),
  );
}

const overByHand = (result: Result, own: string, byHand: string): Check =>
  atMost(ratio(result, 'seconds', own, byHand), 1.15, ' × by hand');

const allDelivered = (result: Result, own: string): Check => {
  const missing =
    Math.max(...valuesOf(result, own, 'created')) - Math.min(...valuesOf(result, own, 'delivered'));
  return atMost(missing, 0, ' ids missing');
};

const how =
  "The service answers after 200 ms and limits nothing, and each run uses an account that the nodes don't know yet. The time is that of the creating node. By hand, the HTTP Request node sends all items at the same moment.";

const why =
  "the nodes can't know what a service takes, so they begin with 24 requests at once and speed up as long as the answers come as fast as before. They also check every item before the first request goes out, and note every task so that none is paid for twice.";

const shared = {
  bound: 'the latency, 0.2 s',
  why,
  plot: { value: 'seconds', label: 'seconds' },
} satisfies Partial<Row>;

export const create200: Row = {
  ...shared,
  name: 'create-200',
  measure: 'create',
  title: 'Create 200 items in one execution',
  goal: '≤ 1.15 × by hand, ≥ 8 × faster than the Veo node',
  how: `One execution with 200 items. ${how} The Veo node works one item after another and looks at each every five seconds, so it's stopped after 25 s: what it has sent by then is compared as items per second.`,
  figures: [
    seconds('VideoGen', 'own200'),
    seconds('by hand, all at once', 'byHand200'),
    delivered('VideoGen', 'own200'),
    delivered('by hand', 'byHand200'),
    {
      ...{ label: 'Veo node: items sent in 25 s', contender: 'veo', value: 'created' },
      ...{ unit: '', digits: 0 },
    },
  ],
  asked: [
    {
      ...{ question: 'How long until 200 videos are ordered?', value: 'seconds' },
      ...{ own: 'own200', byHand: 'byHand200' },
    },
  ],
  checks: (result) => [
    overByHand(result, 'own200', 'byHand200'),
    ...whereMeasured(result, 'veo', () => atLeast(timesFaster(result), 8, ' × Veo node')),
    allDelivered(result, 'own200'),
  ],
};

export const create1000: Row = {
  ...shared,
  name: 'create-1000',
  measure: 'create',
  title: 'Create 1,000 items in one execution',
  goal: '≤ 1.15 × by hand',
  how: `One execution with 1,000 items. ${how}`,
  figures: [
    seconds('VideoGen', 'own1000'),
    seconds('by hand, all at once', 'byHand1000'),
    delivered('VideoGen', 'own1000'),
    delivered('by hand', 'byHand1000'),
  ],
  asked: [
    {
      ...{ question: 'How long until 1,000 videos are ordered?', value: 'seconds' },
      ...{ own: 'own1000', byHand: 'byHand1000' },
    },
  ],
  checks: (result) => [
    overByHand(result, 'own1000', 'byHand1000'),
    allDelivered(result, 'own1000'),
  ],
};

export const create5000: Row = {
  ...shared,
  name: 'create-5000',
  measure: 'create-5000',
  title: 'Create 5,000 items in one execution',
  goal: '≤ 1.15 × by hand',
  how: `One execution with 5,000 items. ${how}`,
  figures: [
    seconds('VideoGen', 'own'),
    seconds('by hand, all at once', 'byHand'),
    delivered('VideoGen', 'own'),
    delivered('by hand', 'byHand'),
  ],
  checks: (result) => [overByHand(result, 'own', 'byHand'), allDelivered(result, 'own')],
};
