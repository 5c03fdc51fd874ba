import { atMost, middle, type Figure, type Row } from '../row.ts';

const figure =
  (value: string, unit: string, digits: number) =>
  (label: string, contender: string): Figure => ({ label, contender, value, unit, digits });

const peak = figure('peakMegabytes', 'MB', 0);
const cpu = figure('cpuSeconds', 's', 1);

export const download: Row = {
  name: 'download',
  measure: 'download',
  title: 'Peak memory when a result of 1 GB is taken over',
  bound: 'one buffer',
  goal: '≤ 64 MB above idle',
  how: 'A fresh n8n with its default storage (files) takes over finished videos of 1,000,000,000 bytes. The figure is the highest resident memory during the execution, as the kernel noted it, less the memory just before. The first run of each contender is among the figures.',
  figures: [
    peak('VideoGen', 'own'),
    peak('by hand', 'byHand'),
    peak('Veo node', 'veo'),
    cpu('VideoGen: CPU time', 'own'),
    cpu('by hand: CPU time', 'byHand'),
    cpu('Veo node: CPU time', 'veo'),
  ],
  asked: [
    {
      ...{ question: 'How much memory does a download of 1 GB take?', value: 'peakMegabytes' },
      ...{ own: 'own', byHand: 'byHand' },
    },
  ],
  checks: (result) => [atMost(middle(result, 'own', 'peakMegabytes'), 64, ' MB')],
  notes:
    'The most is the first download of all into a fresh n8n; later ones use memory again that it left with the process. With the runs in turned order that first one fell to VideoGen.',
  plot: { value: 'peakMegabytes', label: 'MB above idle' },
};
