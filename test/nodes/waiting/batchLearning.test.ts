import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  batchLearningToMarkdown,
  batchLearningUrl,
  measureBatchLearning,
  pays,
} from '../../simulation/batchLearning.ts';

describe('learning from the tasks of a batch that have ended', () => {
  const rows = measureBatchLearning();

  it('is as the committed table says (npm run simulate writes it anew)', async () => {
    expect(await readFile(batchLearningUrl, 'utf8')).toBe(await batchLearningToMarkdown(rows));
  });

  it('does not pay where the tasks are created within seconds, and never when it is bold', () => {
    for (const row of rows) {
      expect(pays(row, row.bold), row.duration).toBe(false);
      if (row.spreadSeconds <= 10) expect(pays(row, row.careful), row.duration).toBe(false);
    }
  });
});
