import { describe, expect, it } from 'vitest';
import { beginPromises, promptsOf, rememberingService, table, untilOrdered } from './scene.ts';

beginPromises();

/** What n8n has to store of an execution that sleeps, for each of its rows. */
async function bytesPerRow(rows: number): Promise<number> {
  const service = rememberingService({ read: () => undefined });
  const asleep = await untilOrdered(table(promptsOf(rows)), service, rows);
  expect(asleep.status).toBe('waiting');
  expect(service.created).toBe(rows);
  return JSON.stringify(asleep.data).length / rows;
}

describe('7: many rows in one execution cost per row what few do', () => {
  it.each([10, 200])('%i rows are ordered by one request each', async (rows) => {
    expect(await bytesPerRow(rows)).toBeLessThan(4_000);
  });
});
