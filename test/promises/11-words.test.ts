import { describe, expect, it } from 'vitest';
import type { Reply } from '../engine/fakeService.ts';
import { callTool } from '../engine/callTool.ts';
import {
  beginPromises,
  done,
  errorOf,
  idOf,
  lost,
  outputsOf,
  rememberingService,
  runToEnd,
  table,
} from './scene.ts';

beginPromises();

const failed: Reply = { status: 200, body: { status: 'failed', error: 'too dark' } };
const settings = { onError: 'continueErrorOutput' } as const;

describe('11: every outcome says what happened, what was charged, the ID, and a next step', () => {
  it('to a person, in the error of the node', async () => {
    rememberingService({ create: (prompt) => (prompt === 'B' ? lost : undefined) });
    const error = errorOf(await runToEnd(table(['A', 'B'])))!;
    expect(error.message).toMatch(/^Row 2/);
    expect(error.description).toMatch(/[Mm]ay have been charged/);
    expect(error.description).toContain(idOf('A'));
  });

  it('on the item of a task that failed', async () => {
    rememberingService({ read: (id) => (id === idOf('B') ? failed : done(id)) });
    const [item] = outputsOf(await runToEnd(table(['A', 'B'], { settings })), 1);
    const words = JSON.stringify(item!.json);
    for (const part of ['too dark', idOf('B'), 'charged']) expect(words).toContain(part);
  });

  it('to a model, which is told not to call again', async () => {
    rememberingService({ create: () => lost });
    const parameters = { prompt: "={{ $fromAI('prompt', '', 'string') }}" };
    const [heard] = await callTool({ type: 'createVideo', parameters, calls: [{ prompt: 'A' }] });
    expect(heard!.failed).toMatch(/charged/);
    expect(heard!.failed).not.toMatch(/run the workflow again/i);
  });

  // The table of twelve rows: "run the workflow again" would pay for all others once more.
  it('no next step of a row leads to paying for the others again', async () => {
    rememberingService();
    const [item] = outputsOf(await runToEnd(table(['A', '', 'C'], { settings })), 1);
    expect(JSON.stringify(item!.json)).toContain('charged');
    expect(JSON.stringify(item!.json)).not.toMatch(/run the workflow again/i);
  });
});
