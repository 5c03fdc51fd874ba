import { describe, expect, it } from 'vitest';
import { sleep as pause } from '../../nodes/concurrency/sleep.ts';
import { agentRun, callTool, fromAgent } from '../engine/callTool.ts';
import { newExecutionId, runWorkflow, type TestRun } from '../engine/runWorkflow.ts';
import { retryFailed } from '../engine/sleeping.ts';
import { orderStore } from '../engine/orderStore.ts';
import {
  beginPromises,
  done,
  errorOf,
  idOf,
  jsonIn,
  killAfter,
  loop,
  lost,
  promptsOf,
  rememberingService,
  retryAfterKill,
  runToEnd,
  runUntilKilled,
  table,
  untilOrdered,
  ownTypes,
} from './scene.ts';

beginPromises();

/** An agent that runs its tools itself, as those before version 3 do, and fails behind its calls. */
const agentCalling = (prompts: readonly string[], failFirst = false): TestRun =>
  agentRun({
    ...{ type: 'createVideo', parameters: { operation: 'create', prompt: fromAgent } },
    ...{ calls: prompts.map((prompt) => ({ prompt })), failFirst, types: ownTypes() },
  });

const retrying = { retryOnFail: true, maxTries: 5, waitBetweenTries: 0 };

describe('1: a create request that may have been taken is never sent again by itself', () => {
  it('by Retry On Fail, where its answer was lost', async () => {
    const service = rememberingService({ create: (prompt) => (prompt === 'B' ? lost : undefined) });
    const run = await runToEnd(table(['A', 'B', 'C'], { settings: retrying }));
    expect(service.made.toSorted()).toEqual(['A', 'B', 'C']);
    expect(errorOf(run)?.description).toMatch(/charged/);
  });

  it('by a waking, or by a restart while it sleeps', async () => {
    const service = rememberingService({ read: (id, look) => (look > 6 ? done(id) : undefined) });
    const test = table(promptsOf(3));
    const asleep = await untilOrdered(test, service, 3);
    expect(asleep.status).toBe('waiting');
    const run = await retryAfterKill(test, asleep);
    expect(run.status).toBe('success');
    expect(service.made).toEqual(promptsOf(3));
  });

  it('by a loop that brings what was made to the node again: each round orders its own', async () => {
    const service = rememberingService();
    const prompt = '={{ ($json.prompt ?? $json.id) + $runIndex }}';
    const run = await runToEnd(loop(table(promptsOf(2), { parameters: { prompt } }), 2));
    expect(run.status).toBe('success');
    expect(service.made).toHaveLength(4);
    expect(service.madeTwice).toEqual([]);
  });

  it('by an agent that repeats a call of which nobody knows what became of it', async () => {
    const service = rememberingService({ create: () => lost });
    await callTool({
      ...{ type: 'createVideo', parameters: { prompt: fromAgent }, settings: retrying },
      ...{ calls: [{ prompt: 'A' }, { prompt: 'A' }], types: ownTypes() },
    });
    expect(service.created).toBe(1);
  });

  it('by Retry of an execution whose agent failed after it had ordered', async () => {
    const service = rememberingService({
      create: (prompt) => (prompt === 'lost' ? lost : undefined),
    });
    const failed = await runWorkflow(agentCalling(['A', 'A', 'lost'], true));
    expect(failed.status).toBe('error');
    expect(service.made).toEqual(['A', 'lost']);
    const run = await retryFailed(agentCalling(['A', 'B', 'lost']), failed, true);
    expect(jsonIn(run, 'Agent').map(({ answer }) => answer)).toEqual([
      ...[idOf('A'), idOf('B'), 'may have been created and charged'].map((words) =>
        expect.stringContaining(words),
      ),
    ]);
    expect((await retryFailed(agentCalling(['B', 'A']), run, true)).status).toBe('success');
    expect(service.made).toEqual(['A', 'lost', 'B']);
  });

  it('by Retry after a kill in the middle of a batch', async () => {
    const service = rememberingService({ msPerCreate: 500, ...killAfter(18) });
    const test = table(promptsOf(24));
    await retryAfterKill(test, await runUntilKilled(test));
    expect(service.madeTwice).toEqual([]);
  });

  it('with an Order Key, by another execution of the same workflow either', async () => {
    orderStore.clear();
    const service = rememberingService();
    const parameters = { options: { orderKey: '={{ $json.own }}' } };
    const test = table(promptsOf(3), { parameters });
    await runToEnd({ ...test, executionId: newExecutionId() });
    const again = await runToEnd({ ...test, executionId: newExecutionId() });
    expect(service.made).toEqual(promptsOf(3));
    expect(again.status).toBe('success');
    expect(jsonIn(again, 'After')).toHaveLength(3);
  });

  it('with an Order Key, by one that comes while the first is ordering, within a limit of one a day', async () => {
    orderStore.clear();
    const service = rememberingService({ msPerCreate: 2_000 });
    const parameters = { options: { orderKey: '={{ $json.own }}', videosPerDay: 1 } };
    const test = table(promptsOf(1), { parameters });
    const deliver = async (afterMs: number) => {
      await pause(afterMs);
      return await runToEnd({ ...test, executionId: newExecutionId() });
    };
    const [first, again] = await Promise.all([deliver(0), deliver(300)]);
    expect(service.made).toEqual(promptsOf(1));
    expect([first.status, again.status]).toEqual(['success', 'success']);
    const [{ videoUrl }] = jsonIn(first, 'After') as [{ videoUrl: string }];
    expect(jsonIn(again, 'After')).toMatchObject([{ orderedBefore: true, paid: 'no', videoUrl }]);
  });
});
