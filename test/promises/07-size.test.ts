import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../engine/runWorkflow.ts';
import { beginPromises, promptsOf, rememberingService, table } from './scene.ts';

beginPromises();

/** What n8n has to store of an execution that sleeps, for each of its rows. */
async function bytesPerRow(rows: number): Promise<number> {
  const service = rememberingService({ read: () => undefined });
  const asleep = await runWorkflow(table(promptsOf(rows)));
  expect(asleep.status).toBe('waiting');
  expect(service.created).toBe(rows);
  return JSON.stringify(asleep.data).length / rows;
}

describe('7: many rows in one execution cost per row what few do', () => {
  it.each([10, 200])('%i rows are ordered by one request each', async (rows) => {
    expect(await bytesPerRow(rows)).toBeLessThan(4_000);
  });
});
