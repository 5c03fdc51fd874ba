import { atMost, middle, type Figure, type Row } from '../row.ts';

const figure =
  (value: string, what: string, unit: string, digits: number) =>
  (label: string, contender: string): Figure => ({
    ...{ label: what === '' ? label : `${label}: ${what}`, contender, value },
    ...{ unit, digits },
  });

const overIdle = figure('overIdle', '', '× idle', 2);
const latency = figure('latencyMilliseconds', 'latency', 'ms', 0);
const idleLatency = figure('idleLatencyMilliseconds', 'latency when idle', 'ms', 0);
const p95 = figure('p95Milliseconds', 'latency, 95 of 100 calls', 'ms', 0);
const cpu = figure('cpu', 'processors used by n8n', '', 2);
const idleCpu = figure('idleCpu', 'processors used when idle', '', 2);
const loop = figure('loopP99Milliseconds', 'delay of the event loop, 99 of 100', 'ms', 0);
const longest = figure('loopMostMilliseconds', 'longest delay of the event loop', 'ms', 0);
const looks = figure('looksPerSecond', 'looks per second', '', 0);

const contenders: [string, string][] = [
  ['VideoGen, asleep', 'own'],
  ['VideoGen, awake', 'ownAwake'],
  ['by hand', 'byHand'],
];
const each = (make: (label: string, contender: string) => Figure) =>
  contenders.map(([label, contender]) => make(label, contender));

export const whileWaiting: Row = {
  name: 'while-waiting',
  measure: 'while-waiting',
  title: 'Other executions while 5,000 tasks wait',
  bound: '1.0 × idle',
  goal: '≤ 1.2 × idle, asleep and awake',
  how: "One execution waits for 5,000 tasks that take an hour and whose progress isn't told, so that each is looked at every five seconds as long as n8n and the pace allow. Meanwhile another workflow of two nodes is called four times a second for 24 s; the latency is the time from the moment a call was due to its answer, the median over the calls; a call that n8n refuses, or has not answered after a minute, counts as a minute. “Idle” is the same n8n for 12 s just before. Each contender gets an n8n of its own. The delay of the event loop is n8n's own figure: how late its timers come.",
  figures: [
    ...each(overIdle),
    ...each(latency),
    ...each(idleLatency),
    ...each(p95),
    ...each(cpu),
    ...each(idleCpu),
    ...each(loop),
    ...each(longest),
    ...each(looks),
  ],
  checks: (result) => [
    atMost(middle(result, 'own', 'overIdle'), 1.2, ' × idle', 'asleep: '),
    atMost(middle(result, 'ownAwake', 'overIdle'), 1.2, ' × idle', 'awake: '),
  ],
  why: 'n8n works for all of its executions on one thread. Each look at a task costs some milliseconds of it, most of them in n8n, and a call that comes meanwhile has to wait. The stand-in service shares the processors as well.',
  plot: { value: 'overIdle', label: 'times the latency when idle' },
};
