import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readResults } from '../../../../lab/bench/results/store.ts';
import { listPlots, makeReport } from '../../../../lab/bench/report/writeReport.ts';

describe('docs/internals/benchmarks.md, its plots and the table of docs/benchmarks.md', () => {
  it('follow from the raw results beside them', async () => {
    const files = await makeReport(await readResults());
    for (const [file, text] of files)
      expect(await readFile(file, 'utf8'), `${file}: npm run bench -- --report`).toBe(text);
  });

  it('hold no plot of a row that is no more', async () => {
    const files = await makeReport(await readResults());
    for (const plot of await listPlots()) expect([...files.keys()]).toContain(plot);
  });
});
