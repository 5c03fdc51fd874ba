import { describe, expect, it } from 'vitest';
import type { Result } from '../../../../lab/bench/results/result.ts';
import { drawPlot } from '../../../../lab/bench/report/drawPlot.ts';
import { atMost, middle, round, type Row } from '../../../../lab/bench/report/row.ts';
import { writeMarkdown } from '../../../../lab/bench/report/writeMarkdown.ts';
import { writeSummary } from '../../../../lab/bench/report/writeSummary.ts';

const result: Result = {
  measure: 'speed',
  session: '2026-01-02T03:04:05.678Z',
  takenAt: '2026-01-02T03:05:00.000Z',
  commit: 'abc1234',
  machine: {
    cpu: 'A processor',
    cores: 2,
    memoryGigabytes: 8,
    system: 'Linux 6',
    node: 'v24.0.0',
    n8n: '2.0.0',
  },
  load: { before: 0.5, after: 1.5 },
  tookSeconds: 9,
  samples: [
    { run: 1, contender: 'own', values: { seconds: 2 } },
    { run: 2, contender: 'own', values: { seconds: 4 } },
    { run: 3, contender: 'own', values: { seconds: 3 } },
  ],
};

const row = (limit: number): Row => ({
  name: 'speed',
  measure: 'speed',
  title: 'Speed of one',
  bound: '1 s',
  goal: `≤ ${limit} s`,
  how: 'By a clock.',
  figures: [{ label: 'VideoGen', contender: 'own', value: 'seconds', unit: 's', digits: 1 }],
  checks: (taken) => [atMost(middle(taken, 'own', 'seconds'), limit, ' s')],
  why: 'it is slow.',
  plot: { value: 'seconds', label: 'seconds' },
});

const write = (limit: number) =>
  writeMarkdown([row(limit)], new Map([['speed', result]]), 'images');

describe('writeMarkdown', () => {
  it('shows median, spread and number of runs of each figure', () => {
    expect(write(5)).toContain('| VideoGen | 3.0 s | 2.0 – 4.0 | 3 |');
  });

  it('says of a goal that is met that it is', () => {
    expect(write(5)).toContain('| [Speed of one](#speed-of-one) | 1 s | ≤ 5 s | 3.00 s | yes |');
    expect(write(5)).not.toContain('Why it is missed');
  });

  it('says of a goal that is missed that it is, and why', () => {
    expect(write(2)).toContain('| 3.00 s | **no** |');
    expect(write(2)).toContain('- 3.00 s, goal ≤ 2 s: **missed**');
    expect(write(2)).toContain('Why it is missed: it is slow.');
  });

  const writeWith = (others: Result['others']) =>
    writeMarkdown([row(5)], new Map([['speed', { ...result, ...(others && { others }) }]]), '');

  it('marks a row that others have disturbed, in the overview and beside its figures', () => {
    const text = writeWith({ before: 0, mean: 0.71, most: 1.2 });
    expect(text).toContain('| 3.00 s | yes, on a busy machine |');
    expect(text).toContain(
      '**Read these figures with care**: other programs used 0.7 of 2 processors meanwhile.',
    );
  });

  it('says what others used where it was little, and marks nothing', () => {
    const text = writeWith({ loadAtStart: 0.3, before: 0.01, mean: 0.02, most: 0.12 });
    expect(text).toContain(
      'other programs used 0.02 of 2 processors, 0.12 in their busiest ten seconds.',
    );
    expect(text).toContain('| 3.00 s | yes |');
    expect(text).not.toContain('with care');
  });

  it('marks an older result that only tells a high load average', () => {
    const older = { ...result, load: { before: 7, after: 1 } };
    expect(writeMarkdown([row(5)], new Map([['speed', older]]), '')).toContain(
      'the load average was 7.0 before, and what others did was not noted.',
    );
  });

  it('says of a contender that came to nothing that there is no figure', () => {
    const failing: Row = {
      ...row(5),
      figures: [...row(5).figures, { ...row(5).figures[0]!, label: 'by hand', contender: 'hand' }],
      checks: (taken) => [atMost(middle(taken, 'hand', 'seconds'), 1, ' s')],
    };
    const text = writeMarkdown([failing], new Map([['speed', result]]), '');
    expect(text).toContain('| by hand | none | - | 0 |');
    expect(text).toContain('- no figure s, goal ≤ 1 s: **missed**');
    expect(drawPlot(failing, result)).toContain('by hand');
  });

  it('names a row that was not measured', () => {
    const text = writeMarkdown(
      [row(5), { ...row(5), measure: 'other', title: 'Another' }],
      new Map([['speed', result]]),
      'images',
    );
    expect(text).toContain('Not measured in these results: Another.');
  });

  it('names the machine, the commit and the load', () => {
    expect(write(5)).toContain('A processor, 2 cores, 8 GB, Linux 6, Node 24.0.0, n8n 2.0.0');
    expect(write(5)).toContain(
      'commit abc1234. Load average before and after the measures: 0.5 to 1.5',
    );
  });
});

describe('drawPlot', () => {
  it('draws a bar per contender and a dot per run', () => {
    const svg = drawPlot(row(5), result);
    expect(svg).toMatch(/^<svg .*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg.match(/<circle /g)).toHaveLength(3);
    expect(svg.match(/<rect /g)).toHaveLength(1);
  });
});

describe('round', () => {
  it.each([
    [0, '0'],
    [0.1234, '0.123'],
    [1.2345, '1.23'],
    [12.345, '12.3'],
    [1234.5, '1235'],
  ])('shows %d as %s', (value, shown) => expect(round(value)).toBe(shown));
});

describe('writeSummary', () => {
  const asked = { question: 'How long?', value: 'seconds', own: 'own', byHand: 'byHand' };
  const byHand = { label: 'by hand', contender: 'byHand', value: 'seconds', unit: 's', digits: 1 };
  const summarize = (one: Row, samples = result.samples) =>
    writeSummary([one], new Map([['speed', { ...result, samples }]]));

  it('answers a question by the medians of both', () => {
    const one = { ...row(5), figures: [...row(5).figures, byHand], asked: [asked] };
    const samples = [...result.samples, { run: 1, contender: 'byHand', values: { seconds: 7 } }];
    expect(summarize(one, samples)).toContain('| How long? | 3.0 s | 7.0 s |');
    expect(summarize(one)).toContain('| How long? | 3.0 s | none |');
  });

  it('leaves out what no builder asks', () => {
    expect(summarize(row(5)).split('\n')).toHaveLength(2);
  });

  it('refuses a question that no figure answers', () => {
    expect(() => summarize({ ...row(5), asked: [asked] })).toThrow('no figure seconds of byHand');
  });
});
