import type { IRun } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { logger } from '../engine/n8nCore.ts';
import { runWorkflow, type TestRun } from '../engine/runWorkflow.ts';
import { resumeByCall } from '../engine/sleeping.ts';
import {
  beginPromises,
  idOf,
  killAfter,
  lost,
  named,
  promptsOf,
  readable,
  rememberingService,
  retryAfterKill,
  runsOf,
  runToEnd,
  runUntilKilled,
  table,
  untilOrdered,
} from './scene.ts';

beginPromises();

const prompts = promptsOf(24);
// Five seconds at two a second, with room for a service that gets faster.
const mostInPage = 13;

describe('2: each video that was paid can be found by a person in n8n', () => {
  it('when nobody knows whether it was taken: the row says so', async () => {
    rememberingService({ create: (prompt) => (prompt === 'B' ? lost : undefined) });
    const run = await runToEnd(table(['A', 'B']));
    expect(named(run, ['A'])).toEqual(['A']);
    expect(readable(run)).toMatch(/"paid":"unknown"/);
  });

  // n8n's editor hides what the sleeping node itself gave out.
  it.each([
    [{}, 'Use Wait for Video to get these videos, at no cost:'],
    [{ orderKey: '=key-{{ $itemIndex }}' }, 'All rows have Order Keys: run the table again'],
  ])(
    'when it is stopped while it sleeps: the IDs stand at the input until the videos are there, with %j',
    async (options, step) => {
      const test = table(['A', 'B'], { parameters: { options } });
      const asleep = await untilOrdered(test, rememberingService(), 2);
      const atInput = (run: IRun) => JSON.stringify(runsOf(run, 'Items')[0]!.hints);
      expect(atInput(asleep)).toContain(`${idOf('A')} (row 1)<br>${idOf('B')} (row 2)`);
      expect(atInput(asleep)).toContain(step);
      expect(atInput(await runToEnd(test, asleep))).toBe('[]');
    },
  );

  it('when it is stopped while orders are under way: the ID of each stands in n8n’s log', async () => {
    const log = vi.spyOn(logger, 'info');
    let stop = () => {};
    const service = rememberingService({
      msPerCreate: 3_000,
      create: () => {
        if (service.created === 3) stop();
        return undefined;
      },
    });
    const test = table(prompts);
    const asleep = await runWorkflow(test);
    const onStart: TestRun['onStart'] = (run) => (stop = () => run.cancel());
    await resumeByCall({ ...test, onStart }, asleep);
    const answeredWithinMs = 60_000;
    await new Promise((resolve) => setTimeout(resolve, answeredWithinMs));
    expect(service.made.length).toBeGreaterThan(2);
    const lines = log.mock.calls.map(([message]) => message);
    expect(lines).toEqual(service.made.map((prompt) => `Created video task ${idOf(prompt)}`));
  });

  it('when n8n was killed in the middle of a batch: all but one page, which is unknown', async () => {
    const service = rememberingService({ msPerCreate: 500, ...killAfter(18) });
    const test = table(prompts);
    const killed = await runUntilKilled(test);
    const madeBefore = [...service.made];
    const run = await retryAfterKill(test, killed);
    const found = named(run, madeBefore);
    expect(madeBefore.length - found.length).toBeLessThanOrEqual(mostInPage);
    expect(readable(run)).toMatch(/unknown/);
  });
});
