import { middle, round, type Figure, type Row } from '../row.ts';

const seconds = (label: string, value: string): Figure => ({
  ...{ label, contender: 'document', value },
  ...{ unit: 's', digits: 2 },
});

export const documentTimes: Row = {
  name: 'document',
  measure: 'document',
  title: 'Document: bundle, types and lint',
  bound: '-',
  goal: 'reported',
  how: 'Each step in a new process: the document bundled to JSON, types and constants made from the bundle, the document linted with all of its rules.',
  figures: [
    seconds('bundle', 'bundleSeconds'),
    seconds('types and constants', 'typesSeconds'),
    seconds('lint', 'lintSeconds'),
    seconds('VideoGen document, all three', 'totalSeconds'),
  ],
  summary: (result) => `${round(middle(result, 'document', 'totalSeconds'))} s`,
  plot: { value: 'totalSeconds', label: 'seconds for all three' },
};
