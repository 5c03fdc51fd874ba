import { describe, expect, it } from 'vitest';
import type { ServedRequest } from '../../../../lab/bench/service/service.ts';
import { TaskBook } from '../../../../lab/bench/service/taskBook.ts';
import { fairnessOf, sharesOf } from '../../../../lab/bench/measures/processes.ts';
import { describeRun } from '../../../../lab/bench/measures/rateLimit.ts';

const request = (arrivedAtMs: number, httpStatus = 200): ServedRequest => ({
  ...{ arrivedAtMs, answeredAtMs: arrivedAtMs + 200 },
  ...{ method: 'POST', path: '/', httpStatus },
});

describe('describeRun', () => {
  const book = new TaskBook();
  for (let count = 0; count < 200; count++) book.create('').createdAtMs = 1_000 + count * 50;
  const requests = [request(1_000), request(1_010, 429), request(1_020), request(1_030)];
  const seen = describeRun({ requests, book }, 200, 198, 1_000 + 58_800);

  it('holds the times against the least that the limit allows', () => {
    expect(seen).toMatchObject({ createdSeconds: 9.95, seconds: 58.8 });
    expect(seen.boundSeconds).toBeCloseTo(29.4);
    expect(seen.overBound).toBeCloseTo(2);
    expect(seen.createOverBound).toBeCloseTo(9.95 / 9.2);
  });

  it('counts a look for each task, where that takes longer than the last of them', () => {
    expect(describeRun({ requests, book }, 600, 600, 61_000).boundSeconds).toBeCloseTo(59.2);
  });

  it('counts what was refused and what is missing', () => {
    expect(seen.deliveredPerMinute).toBeCloseTo(198 / (58.8 / 60));
    expect(seen).toMatchObject({ refused: 1, refusedPercent: 25, delivered: 198, missing: 2 });
  });
});

const tasksOf = (...indexes: number[]) => indexes.map((index) => ({ prompt: `${index}: A video` }));

describe('sharesOf', () => {
  it('counts what each had when the first of them had all', () => {
    expect(sharesOf(tasksOf(0, 1, 0, 2, 0, 1, 1, 2, 2), 3, 3)).toEqual([3, 1, 1]);
  });

  it('counts all where nobody came to the end', () => {
    expect(sharesOf(tasksOf(0, 2), 3, 3)).toEqual([1, 0, 1]);
  });
});

describe('fairnessOf', () => {
  it.each([
    [[5, 5, 5], 1],
    [[9, 0, 0], 1 / 3],
    [[0, 0, 0], 1],
  ])('of %j is %d', (shares, fairness) => expect(fairnessOf(shares)).toBeCloseTo(fairness));
});
