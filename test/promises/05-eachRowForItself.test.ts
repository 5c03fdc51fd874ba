import { describe, expect, it } from 'vitest';
import type { Reply } from '../engine/fakeService.ts';
import {
  beginPromises,
  done,
  idOf,
  outputsOf,
  rememberingService,
  runToEnd,
  table,
} from './scene.ts';

beginPromises();

const settings = { onError: 'continueErrorOutput' } as const;
const prompts = ['A', 'B', 'C', 'D', 'E'];
const refused: Reply = { status: 422, body: { message: 'not this one' } };
const failed: Reply = { status: 200, body: { status: 'failed', error: 'too dark' } };

const pairsIn = (items: ReturnType<typeof outputsOf>) =>
  items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

describe('5: a row that fails takes no other with it', () => {
  it('items keep their order, their pairs and their own fields', async () => {
    rememberingService({
      create: (prompt) => (prompt === 'B' ? refused : undefined),
      read: (id) => (id === idOf('D') ? failed : done(id)),
    });
    const run = await runToEnd(table(prompts, { settings }));
    expect(run.status).toBe('success');
    expect(pairsIn(outputsOf(run, 0))).toEqual([0, 2, 4]);
    expect(pairsIn(outputsOf(run, 1))).toEqual([1, 3]);
    expect(outputsOf(run, 0).map(({ json }) => json.own)).toEqual(['A', 'C', 'E']);
    expect(outputsOf(run, 1).map(({ json }) => json.own)).toEqual(['B', 'D']);
  });
});
