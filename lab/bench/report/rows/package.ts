import { atMost, middle, type Row } from '../row.ts';

export const packageCost: Row = {
  name: 'package',
  measure: 'package',
  title: 'Load time and size of the package',
  bound: '-',
  goal: '≤ 20 ms, ≤ 200 kB',
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
    atMost(middle(result, 'own', 'loadMilliseconds'), 20, ' ms'),
    atMost(middle(result, 'own', 'unpackedKilobytes'), 200, ' kB'),
  ],
  why: "n8n opens and compiles a community package's files one by one, and these nodes are many small files. The package has also grown: it waits asleep, finds its pace by itself, and tells more. The figure follows the load of the machine (see the load average).",
  plot: { value: 'loadMilliseconds', label: 'milliseconds to load' },
};
