import { atMost, middle, ratio, type Figure, type Row } from '../row.ts';

const figure = (label: string, contender: string, value = 'cpuSeconds'): Figure => ({
  ...{ label, contender, value },
  ...{ unit: 's', digits: 1 },
});

const waitNode = " × n8n's Wait node";

export const sleepCpu: Row = {
  name: 'sleep-cpu',
  measure: 'sleep-cpu',
  title: 'CPU time of 200 executions that sleep for one video each',
  bound: "1.0 × n8n's Wait node",
  goal: "≤ 1.1 × n8n's Wait node, watched and called; the last one home ≤ 1 s after its",
  how: "200 executions are started one after another without a pause; each orders one video that takes 20 s and waits for it. The service answers at once. The figure is the CPU time of the whole n8n process, from the first start to the last end. VideoGen waits asleep and is woken by its watcher, or called by the service (Callback set to Resume This Execution). n8n's Wait node sleeps until the service calls its resume URL, and an HTTP Request node then asks for the task, since anyone could call.",
  figures: [
    figure('VideoGen, watched', 'watched'),
    figure('VideoGen, called', 'called'),
    figure("n8n's Wait node, called", 'waitNode'),
    figure('by hand', 'byHand'),
    figure('VideoGen, watched: last one home', 'watched', 'lastHomeSeconds'),
    figure('VideoGen, called: last one home', 'called', 'lastHomeSeconds'),
    figure("n8n's Wait node: last one home", 'waitNode', 'lastHomeSeconds'),
    figure('by hand: last one home', 'byHand', 'lastHomeSeconds'),
  ],
  checks: (result) => {
    const laterBy = (contender: string) =>
      middle(result, contender, 'lastHomeSeconds') - middle(result, 'waitNode', 'lastHomeSeconds');
    return [
      atMost(ratio(result, 'cpuSeconds', 'watched', 'waitNode'), 1.1, waitNode, 'watched: '),
      atMost(ratio(result, 'cpuSeconds', 'called', 'waitNode'), 1.1, waitNode, 'called: '),
      atMost(laterBy('watched'), 1, ' s', 'watched, last one home later by '),
      atMost(laterBy('called'), 1, ' s', 'called, last one home later by '),
    ];
  },
  plot: { value: 'cpuSeconds', label: 'seconds of CPU time' },
};
