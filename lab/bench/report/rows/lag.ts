import { atMost, middle, ratio, type Figure, type Row } from '../row.ts';

const figure =
  (value: string, unit: string) =>
  (label: string, contender: string): Figure => ({ label, contender, value, unit, digits: 2 });

const mean = figure('meanLagSeconds', 's');
const worst = figure('worstLagSeconds', 's');

export const lag: Row = {
  name: 'lag',
  measure: 'lag',
  title: 'Lag from completion to output',
  bound: 'half the interval (2.5 s)',
  goal: '≤ 0.6 interval, no more looks than the fixed interval needs',
  how: "Twenty executions of one item run at once; the tasks take 8 to 17.5 s in steps of half a second, so that completions fall evenly between two looks of the five-second interval; the service answers after 200 ms and calls nobody back. The lag is the time from a task's completion to the start of the next node, and the figure of a run is the mean over its twenty tasks. The executions sleep meanwhile, except for “awake”, where Stay Awake is on. “No progress” is a service that doesn't tell how far a task is: there the same node asks in the fixed interval.",
  figures: [
    mean('VideoGen', 'own'),
    mean('VideoGen, no progress', 'ownNoProgress'),
    mean('VideoGen, awake', 'ownAwake'),
    mean('by hand', 'byHand'),
    mean('Veo node', 'veo'),
    mean('fal by hand', 'fal'),
    worst('VideoGen, worst of twenty', 'own'),
    worst('VideoGen, awake, worst of twenty', 'ownAwake'),
    worst('by hand, worst of twenty', 'byHand'),
    worst('Veo node, worst of twenty', 'veo'),
    worst('fal by hand, worst of twenty', 'fal'),
  ],
  asked: [
    {
      ...{ question: 'How soon does the workflow go on when a video is ready?' },
      ...{ value: 'meanLagSeconds', own: 'own', byHand: 'byHand' },
    },
  ],
  checks: (result) => [
    atMost(middle(result, 'own', 'meanLagSeconds') / 5, 0.6, ' interval'),
    atMost(
      middle(result, 'ownNoProgress', 'meanLagSeconds') / 5,
      0.6,
      ' interval',
      'without progress ',
    ),
    atMost(middle(result, 'ownAwake', 'meanLagSeconds') / 5, 0.6, ' interval', 'awake '),
    atMost(
      ratio(result, 'queriesPerTask', 'own', 'ownNoProgress'),
      1,
      ' × the looks of the fixed interval',
    ),
  ],
  why: 'an execution that sleeps has to be woken by n8n before its item can go on; and on a busy machine the answers, and the executions that run side by side, wait for the processor.',
  plot: { value: 'meanLagSeconds', label: 'seconds from completion to output' },
};
