import { middle, round, type Row } from '../row.ts';

export const sandboxSpeed: Row = {
  name: 'sandbox',
  measure: 'sandbox',
  title: 'Sandbox: tasks per second, instant renderer',
  bound: '-',
  goal: 'reported',
  how: '32 clients create 1,000 tasks and read each until it is finished (every 20 ms), after a warm-up. Clients and sandbox share the machine.',
  figures: [
    {
      ...{ label: 'VideoGen sandbox', contender: 'sandbox', value: 'tasksPerSecond' },
      ...{ unit: 'tasks/s', digits: 0 },
    },
    {
      ...{ label: 'its CPU time per task', contender: 'sandbox', value: 'cpuMillisecondsPerTask' },
      ...{ unit: 'ms', digits: 2 },
    },
  ],
  summary: (result) => `${round(middle(result, 'sandbox', 'tasksPerSecond'))} tasks/s`,
  plot: { value: 'tasksPerSecond', label: 'tasks per second' },
};
