import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  firstLookToMarkdown,
  firstLookUrl,
  measureFirstLook,
} from '../../../lab/simulation/firstLook.ts';

describe('the first look at a task that was just created', () => {
  const rows = measureFirstLook();

  it('is as the committed table says (npm run simulate writes it anew)', async () => {
    expect(await readFile(firstLookUrl, 'utf8')).toBe(await firstLookToMarkdown(rows));
  });

  for (const { length, progress, byHand, atOnce, behind } of rows)
    it(`saves a request and loses no time: tasks of ${length} s, progress ${progress}`, () => {
      expect(behind.requests).toBeLessThanOrEqual(byHand.requests);
      expect(behind.requests).toBeLessThan(atOnce.requests - 0.8);
      expect(behind.lagSeconds).toBeLessThanOrEqual(atOnce.lagSeconds + 0.15);
      expect(behind.lagSeconds).toBeLessThanOrEqual(byHand.lagSeconds + 0.4);
    });
});
