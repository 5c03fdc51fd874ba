import { atMost, type Figure, type Row } from '../row.ts';
import { valuesOf } from '../../results/result.ts';

const figure = (label: string, contender: string, value = 'held'): Figure => ({
  ...{ label, contender, value },
  ...{ unit: '', digits: 0 },
});

export const workerSlots: Row = {
  name: 'worker-slots',
  measure: 'worker-slots',
  title: 'Worker slots held while asleep',
  bound: '0',
  goal: '0',
  how: "n8n in queue mode with PostgreSQL and Redis, as docs/queue-mode.md has it. Each run adds 20 executions whose tasks take an hour; when n8n's database says that all of them wait, n8n's queue is asked how many jobs the workers hold. “Awake”, with Stay Awake on, is measured once, because its executions keep their slots.",
  figures: [
    figure('VideoGen, asleep', 'ownAsleep'),
    figure('Wait node on a webhook', 'byHandAsleep'),
    figure('VideoGen, awake', 'ownAwake'),
    figure('slots of all workers', 'ownAsleep', 'slots'),
    figure('VideoGen, asleep: executions', 'ownAsleep', 'waiting'),
  ],
  checks: (result) => [
    atMost(Math.max(...valuesOf(result, 'ownAsleep', 'held')), 0, '', 'at most '),
  ],
  plot: { value: 'held', label: 'worker slots held' },
};
