import type { Result } from '../../results/result.ts';
import { atMost, middle, ratio, type Check, type Figure, type Row } from '../row.ts';

const over = (label: string, contender: string): Figure => ({
  ...{ label, contender, value: 'overSeconds' },
  ...{ unit: 's', digits: 2 },
});

const looks = (label: string, contender: string): Figure => ({
  ...{ label: `${label}: looks per task`, contender, value: 'queriesPerTask' },
  ...{ unit: '', digits: 2 },
});

const noticed = (label: string, contender: string): Figure => ({
  ...{ label: `${label}: until a video was noticed`, contender, value: 'noticedSeconds' },
  ...{ unit: 's', digits: 2 },
});

const delivered = (label: string, contender: string): Figure => ({
  ...{ label: `${label}: videos delivered`, contender, value: 'delivered' },
  ...{ unit: '', digits: 0 },
});

const limitSeconds = 5;
const within = (result: Result, contender: string, what = ''): Check =>
  atMost(middle(result, contender, 'overSeconds'), limitSeconds, ' s', what);

const fewerLooks = (result: Result, own: string, byHand: string, what = ''): Check =>
  atMost(ratio(result, 'queriesPerTask', own, byHand), 1, ' × the looks by hand', what);

const sooner = (result: Result, own: string, byHand: string): Check =>
  atMost(ratio(result, 'noticedSeconds', own, byHand), 1, ' × by hand', 'a video noticed: ');

const how = (times: string) =>
  `One execution creates the tasks and waits for all of them, asleep, with the default settings. The tasks take ${times}, evenly spread, and the service tells their progress and answers after 200 ms. The figure is the time from the completion of the slowest task to the start of the next node. A video is noticed when a look at it has been answered behind its completion; of the videos of a run, the median counts. By hand, the loop pauses for five seconds and then asks for all tasks that are left, at the same moment.`;

const why =
  'the loop by hand asks for all tasks at once, waits for the slowest answer, and only then pauses for five seconds, so that a round of many tasks takes longer than five seconds: it looks less often. The nodes look at each task every five seconds or as its progress suggests.';

const shared = {
  bound: '0 s over the slowest task',
  why,
  plot: { value: 'overSeconds', label: 'seconds over the slowest task' },
} satisfies Partial<Row>;

export const waitFew: Row = {
  ...shared,
  name: 'wait',
  measure: 'wait',
  title: 'Wait for 1 and for 200 items',
  goal: '≤ 5 s, for 1 and for 200 items; no more looks than by hand',
  how: how('6 to 15 s (the single one 15 s)'),
  figures: [
    over('VideoGen, 1 item', 'own1'),
    over('by hand, 1 item', 'byHand1'),
    over('VideoGen, 200 items', 'own200'),
    over('by hand, 200 items', 'byHand200'),
    looks('VideoGen, 200 items', 'own200'),
    looks('by hand, 200 items', 'byHand200'),
  ],
  checks: (result) => [
    within(result, 'own1', '1 item: '),
    within(result, 'own200', '200 items: '),
    fewerLooks(result, 'own200', 'byHand200', '200 items: '),
  ],
};

export const wait1000: Row = {
  ...shared,
  name: 'wait-1000',
  measure: 'wait',
  title: 'Wait for 1,000 items',
  goal: '≤ 5 s, no more looks than by hand, each video noticed sooner',
  how: how('20 to 40 s'),
  figures: [
    over('VideoGen', 'own1000'),
    over('by hand', 'byHand1000'),
    noticed('VideoGen', 'own1000'),
    noticed('by hand', 'byHand1000'),
    looks('VideoGen', 'own1000'),
    looks('by hand', 'byHand1000'),
    delivered('VideoGen', 'own1000'),
    delivered('by hand', 'byHand1000'),
  ],
  checks: (result) => [
    within(result, 'own1000'),
    fewerLooks(result, 'own1000', 'byHand1000'),
    sooner(result, 'own1000', 'byHand1000'),
  ],
};

export const wait5000: Row = {
  ...shared,
  name: 'wait-5000',
  measure: 'wait-5000',
  title: 'Wait for 5,000 items',
  goal: 'not above by hand, no more looks than by hand, each video noticed sooner',
  why: `${why} Looks at videos that aren't near their end take a fifth of n8n's time at most, so that other executions go on meanwhile; under the loop by hand those wait many times as long (see the row on other executions).`,
  how: how('40 to 80 s'),
  figures: [
    over('VideoGen', 'own'),
    over('by hand', 'byHand'),
    noticed('VideoGen', 'own'),
    noticed('by hand', 'byHand'),
    looks('VideoGen', 'own'),
    looks('by hand', 'byHand'),
    delivered('VideoGen', 'own'),
    delivered('by hand', 'byHand'),
  ],
  checks: (result) => [
    atMost(ratio(result, 'overSeconds', 'own', 'byHand'), 1, ' × by hand'),
    fewerLooks(result, 'own', 'byHand'),
    sooner(result, 'own', 'byHand'),
  ],
};
