import { atMost, middle, ratio, whereMeasured, type Figure, type Row } from '../row.ts';

const figure =
  (value: string, unit: string, digits: number) =>
  (label: string, contender: string): Figure => ({ label, contender, value, unit, digits });

const resident = figure('residentKilobytes', 'kB', 0);
const heap = figure('heapKilobytes', 'kB', 0);
const total = figure('waiting', '', 0);

export const memory: Row = {
  name: 'memory',
  measure: 'memory',
  title: 'Memory of n8n per waiting execution',
  bound: '0 when asleep',
  goal: "asleep: not above n8n's Wait node on a webhook, ≤ 15 % of the Veo node; awake: not above by hand",
  how: 'Each contender gets an n8n of its own. After 20 executions to warm up, executions of one item are added step by step, and all of them keep waiting: 100 a step for those that sleep, 40 a step for those that keep running, because these occupy the processor with their looks. “Awake” is Wait for Video with Stay Awake on. Each step is a run: the figure is the growth of the resident memory, right after a garbage collection, per execution added. The heap is what the collection leaves.',
  figures: [
    resident('VideoGen, asleep', 'ownAsleep'),
    resident('Wait node on a webhook', 'byHandAsleep'),
    resident('VideoGen, awake', 'ownAwake'),
    resident('by hand', 'byHand'),
    resident('Veo node', 'veo'),
    heap('VideoGen, asleep: heap', 'ownAsleep'),
    heap('Wait node on a webhook: heap', 'byHandAsleep'),
    heap('VideoGen, awake: heap', 'ownAwake'),
    heap('by hand: heap', 'byHand'),
    heap('Veo node: heap', 'veo'),
    total('VideoGen, asleep: executions', 'ownAsleep'),
    total('VideoGen, awake: executions', 'ownAwake'),
  ],
  asked: [
    {
      ...{ question: 'How much memory does an execution take while it waits?' },
      ...{ value: 'residentKilobytes', own: 'ownAsleep', byHand: 'byHand' },
    },
  ],
  checks: (result) => [
    atMost(
      middle(result, 'ownAsleep', 'residentKilobytes'),
      Math.round(middle(result, 'byHandAsleep', 'residentKilobytes')),
      ' kB',
      'asleep: ',
    ),
    ...whereMeasured(result, 'veo', () =>
      atMost(
        (100 * middle(result, 'ownAsleep', 'residentKilobytes')) /
          middle(result, 'veo', 'residentKilobytes'),
        15,
        ' % of the Veo node',
        'asleep: ',
      ),
    ),
    atMost(ratio(result, 'residentKilobytes', 'ownAwake', 'byHand'), 1, ' × by hand', 'awake: '),
  ],
  notes:
    'Sleeping executions leave little on the heap; the resident memory swings by more than that from step to step while a burst of starts settles. Each running execution of any contender costs about ten megabytes, because the expression engine of n8n keeps an isolate for it.',
  plot: { value: 'residentKilobytes', label: 'kB resident per waiting execution' },
};
