import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { measure, resultsUrl, tasksPerProfile, toMarkdown } from '../../../lab/simulation/table.ts';

describe('following the progress', () => {
  const figures = measure(tasksPerProfile);
  const { rows, mean } = figures;

  it('does what the committed table says (npm run simulate writes it anew)', async () => {
    expect(await readFile(resultsUrl, 'utf8')).toContain(await toMarkdown(figures));
  });

  it('beats the fixed interval in requests and in lag, in the mean over all profiles', () => {
    expect(mean.following.requests).toBeLessThan(mean.fixed.requests * 0.9);
    expect(mean.following.lagSeconds).toBeLessThan(mean.fixed.lagSeconds * 0.9);
  });

  for (const { profile, fixed, following } of rows)
    it(`costs no more requests and hardly more lag where the progress is ${profile}`, () => {
      expect(following.requests).toBeLessThanOrEqual(fixed.requests * 1.001);
      expect(following.lagSeconds).toBeLessThanOrEqual(fixed.lagSeconds * 1.1);
    });
});
