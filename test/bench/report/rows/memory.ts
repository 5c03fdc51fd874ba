import { atMost, middle, ratio, type Figure, type Row } from '../row.ts';

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
  bound: '0 when suspended',
  goal: "suspended: not above n8n's Wait node on a webhook, ≤ 15 % of built-in; poll mode: not above by hand",
  how: 'Each contender gets an n8n of its own. After 20 executions to warm up, executions of one item are added in five steps that all keep waiting: 100 a step for those that suspend (520 in the end), 40 a step for those that run on (220), because these occupy the processor with their polls. Each step is a run: the figure is the growth of the resident memory, right after a garbage collection, per execution added. The heap is what the collection leaves.',
  figures: [
    resident('VideoGen, suspended', 'ownSuspended'),
    resident('Wait node on a webhook', 'byHandSuspended'),
    resident('VideoGen, poll mode', 'ownPoll'),
    resident('by hand', 'byHand'),
    resident('built-in', 'builtIn'),
    heap('VideoGen, suspended: heap', 'ownSuspended'),
    heap('Wait node on a webhook: heap', 'byHandSuspended'),
    heap('VideoGen, poll mode: heap', 'ownPoll'),
    heap('by hand: heap', 'byHand'),
    heap('built-in: heap', 'builtIn'),
    total('VideoGen, suspended: executions', 'ownSuspended'),
    total('VideoGen, poll mode: executions', 'ownPoll'),
  ],
  checks: (result) => [
    atMost(
      middle(result, 'ownSuspended', 'residentKilobytes'),
      Math.round(middle(result, 'byHandSuspended', 'residentKilobytes')),
      ' kB',
      'suspended: ',
    ),
    atMost(
      (100 * middle(result, 'ownSuspended', 'residentKilobytes')) /
        middle(result, 'builtIn', 'residentKilobytes'),
      15,
      ' % of built-in',
      'suspended: ',
    ),
    atMost(ratio(result, 'residentKilobytes', 'ownPoll', 'byHand'), 1, ' × by hand', 'poll mode: '),
  ],
  notes:
    'Suspended executions leave next to nothing on the heap; the resident memory swings by more than that from step to step while a burst of starts settles. Each running execution of any contender costs about ten megabytes, because the expression engine of n8n keeps an isolate for it.',
  plot: { value: 'residentKilobytes', label: 'kB resident per waiting execution' },
};
