import { atMost, middle, type Row } from '../row.ts';

export const packageCost: Row = {
  name: 'package',
  measure: 'package',
  title: 'Load time and size of the package',
  bound: '-',
  goal: '≤ 15 ms, ≤ 250 kB',
  how: "The packed package, installed as n8n would, is loaded by n8n's own loader in a new process for each run, after n8n's own modules.",
  figures: [
    {
      ...{ label: 'VideoGen, load', contender: 'own', value: 'loadMilliseconds' },
      ...{ unit: 'ms', digits: 1 },
    },
    {
      ...{ label: 'VideoGen, load, CPU time', contender: 'own', value: 'cpuMilliseconds' },
      ...{ unit: 'ms', digits: 1 },
    },
    {
      ...{ label: 'VideoGen, unpacked', contender: 'own', value: 'unpackedKilobytes' },
      ...{ unit: 'kB', digits: 0 },
    },
    {
      ...{ label: 'VideoGen, packed', contender: 'own', value: 'packedKilobytes' },
      ...{ unit: 'kB', digits: 0 },
    },
    {
      ...{ label: 'VideoGen, files', contender: 'own', value: 'files' },
      ...{ unit: '', digits: 0 },
    },
  ],
  checks: (result) => [
    atMost(middle(result, 'own', 'loadMilliseconds'), 15, ' ms'),
    atMost(middle(result, 'own', 'unpackedKilobytes'), 250, ' kB'),
  ],
  plot: { value: 'loadMilliseconds', label: 'milliseconds to load' },
};
