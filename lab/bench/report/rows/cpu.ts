import { atMost, ratio, type Figure, type Row } from '../row.ts';

const figure = (label: string, contender: string): Figure => ({
  ...{ label, contender, value: 'milliseconds' },
  ...{ unit: 'ms', digits: 1 },
});

const how =
  'Two executions of 200 items each, and twenty of one item each, without latency and with tasks that are finished at once; after a warm-up. The figure is the CPU time of the whole n8n process divided by the number of tasks, so it includes starting, running and storing the executions.';

export const cpuLook: Row = {
  name: 'cpu',
  measure: 'cpu',
  title: 'CPU time of creating a task and looking at it once',
  bound: '1.0 × a bare HTTP Request pair',
  goal: '≤ 1.2 × the pair',
  how: `${how} VideoGen is Create Video, and Wait for Video with the operation Get Status. The base is one HTTP Request node that creates and one that reads the task.`,
  figures: [
    figure('VideoGen, 200 items', 'own'),
    figure('HTTP Request pair, 200 items', 'byHand'),
    figure('VideoGen, one item', 'ownSingle'),
    figure('HTTP Request pair, one item', 'byHandSingle'),
  ],
  checks: (result) => [
    atMost(ratio(result, 'milliseconds', 'own', 'byHand'), 1.2, ' × the pair', '200 items: '),
    atMost(
      ratio(result, 'milliseconds', 'ownSingle', 'byHandSingle'),
      1.2,
      ' × the pair',
      'one item: ',
    ),
  ],
  why: 'for each task the nodes do more than the HTTP Request node: they check all items before anything is sent, note every task so that none is paid for twice, wait for their turn, and read each answer as a stream with a limit. Which of these costs most has not been profiled.',
  plot: { value: 'milliseconds', label: 'milliseconds of CPU time per task' },
};

export const cpuWait: Row = {
  name: 'cpu-wait',
  measure: 'cpu',
  title: 'CPU time of creating a task and waiting for it',
  bound: '1.0 × by hand',
  goal: '≤ 1.0 × by hand',
  how: `${how} VideoGen is Create Video and Wait for Video with the default settings: the execution goes to sleep, and is woken after the first look. By hand is the loop, which pauses once.`,
  figures: [
    figure('VideoGen, 200 items', 'ownWait'),
    figure('by hand, 200 items', 'byHandWait'),
    figure('VideoGen, one item', 'ownWaitSingle'),
    figure('by hand, one item', 'byHandWaitSingle'),
  ],
  asked: [
    {
      ...{ question: 'How much processor time does one video take?', value: 'milliseconds' },
      ...{ own: 'ownWaitSingle', byHand: 'byHandWaitSingle' },
    },
    {
      ...{ question: 'And each of 200 in one execution?', value: 'milliseconds' },
      ...{ own: 'ownWait', byHand: 'byHandWait' },
    },
  ],
  checks: (result) => [
    atMost(ratio(result, 'milliseconds', 'ownWait', 'byHandWait'), 1, ' × by hand', '200 items: '),
    atMost(
      ratio(result, 'milliseconds', 'ownWaitSingle', 'byHandWaitSingle'),
      1,
      ' × by hand',
      'one item: ',
    ),
  ],
  why: "an execution that goes to sleep is stored, and is read and started again when it's woken; that is the price of surviving a restart, and with a single short task nothing makes up for it.",
  plot: { value: 'milliseconds', label: 'milliseconds of CPU time per task' },
};
