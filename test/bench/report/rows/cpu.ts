import { atMost, ratio, type Figure, type Row } from '../row.ts';

const figure = (label: string, contender: string): Figure => ({
  ...{ label, contender, value: 'milliseconds' },
  ...{ unit: 'ms', digits: 1 },
});

export const cpu: Row = {
  name: 'cpu',
  measure: 'cpu',
  title: 'CPU time per create-and-wait pair',
  bound: '1.0 × a bare HTTP Request pair',
  goal: '≤ 1.2',
  how: 'Two executions of 200 items each, and twenty of one item each, without latency and with tasks that are finished at once; after a warm-up. The figure is the CPU time of the whole n8n process divided by the number of tasks, so that it includes starting, running and storing the execution. The base is one HTTP Request node that creates and one that reads the task.',
  figures: [
    figure('VideoGen, 200 items', 'own'),
    figure('HTTP Request pair, 200 items', 'byHand'),
    figure('VideoGen, one item', 'ownSingle'),
    figure('HTTP Request pair, one item', 'byHandSingle'),
  ],
  checks: (result) => [
    atMost(ratio(result, 'milliseconds', 'own', 'byHand'), 1.2, '', '200 items: '),
    atMost(ratio(result, 'milliseconds', 'ownSingle', 'byHandSingle'), 1.2, '', 'one item: '),
  ],
  why: 'for each task the node does more than the HTTP Request node: it checks all items before anything is sent, keeps the ledger against paying twice, and reads each answer as a stream with a limit. Which of these costs most has not been profiled.',
  plot: { value: 'milliseconds', label: 'milliseconds of CPU time per task' },
};
