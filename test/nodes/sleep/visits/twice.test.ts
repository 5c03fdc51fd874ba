import type { IRun } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { node, ourNode, to } from '../../../engine/node.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { watchOver } from '../../../engine/unwatched.ts';
import { fakeN8n, queueCall, resumeByCall, resumeByTimer } from '../../../engine/sleeping.ts';
import {
  idsAfter,
  itemsAfter,
  keepApart,
  runsOf,
  secondsUntilWake,
  service,
  untilCalled,
  workflow,
} from './scene.ts';

keepApart();

const waitMs = (ms: number) => vi.setSystemTime(Date.now() + ms);
const untilTimer = (run: IRun) => waitMs(secondsUntilWake(run) * 1000);

/** It went back to sleep, and did nothing. */
function expectBack(run: IRun): void {
  expect(run.status).toBe('waiting');
  expect(runsOf(run, 'After')).toEqual([]);
}

describe('an execution that n8n has queued more than once', () => {
  it('does nothing but call itself, from every copy, and goes on by that call', async () => {
    service({ a: 1 });
    const { calls } = fakeN8n(
      () => 200,
      undefined,
      () => 'waiting',
    );
    const test = workflow(['a']);
    const asleep = await runWorkflow(test);
    untilTimer(asleep);
    waitMs(30_000);
    const first = await resumeByTimer(test, asleep);
    // It calls until n8n says that it does not wait any more.
    await untilCalled(calls);
    const second = await resumeByTimer(test, asleep);
    for (const copy of [first, second]) {
      expectBack(copy);
      // Later than n8n sets timers, so that the call comes first.
      expect(secondsUntilWake(copy)).toBeGreaterThan(74);
    }
    // The call read the state of the first copy, and had its turn behind the second.
    const { run } = await resumeByCall(test, first);
    expect(idsAfter(run!)).toEqual(['a']);
    expect((await resumeByCall(test, second)).run).toBeUndefined();
  });

  it('does nothing, from its timer on time too, while a call to it queues', async () => {
    service({ a: 1 });
    fakeN8n(() => 200);
    const test = workflow(['a']);
    const asleep = await runWorkflow(test);
    waitMs(30_000);
    const { start } = await queueCall(test, asleep, { id: 'a' });
    untilTimer(asleep);
    const called = await start!();
    // Its own call queues behind what the timer has queued.
    const { start: goOn } = await queueCall(test, called);
    const timed = await resumeByTimer(test, asleep);
    for (const copy of [called, timed]) expectBack(copy);
    expect(idsAfter(await goOn!())).toEqual(['a']);
    expect((await resumeByCall(test, timed)).run).toBeUndefined();
  });

  it('does nothing, from its timer on time, before a call that was let in has its turn', async () => {
    service({ a: 1 });
    fakeN8n(() => 200);
    const test = workflow(['a']);
    const asleep = await runWorkflow(test);
    untilTimer(asleep);
    const { start } = await queueCall(test, asleep, { id: 'a' });
    const timed = await resumeByTimer(test, asleep);
    const called = await start!();
    for (const copy of [timed, called]) expectBack(copy);
    expect(idsAfter((await resumeByCall(test, timed)).run!)).toEqual(['a']);
    expect((await resumeByCall(test, called)).run).toBeUndefined();
  });
});

describe('a call that read an execution asleep', () => {
  it('wakes nothing when its timer has woken it since', async () => {
    service({ a: 1 });
    const test = workflow(['a']);
    const asleep = await runWorkflow(test);
    untilTimer(asleep);
    expect(idsAfter(await resumeByTimer(test, asleep))).toEqual(['a']);
    const late = await resumeByCall(test, asleep, { id: 'a' });
    expect(late).toEqual({ response: { message: 'Already waking up' } });
  });
});

describe('an older state of an execution', () => {
  it('pays nothing that this process has paid since', async () => {
    fakeN8n(() => 409);
    const asked = service({ a: 1 });
    // Wait -> Create -> Wait: a video that is paid when another is there.
    const test = workflow(['a']);
    const create = { operation: 'create', prompt: 'The next' };
    test.nodes.push(ourNode('Create', 'createVideo', create), {
      ...test.nodes[1]!,
      id: 'again',
      name: 'Wait Again',
    });
    test.connections.Wait = { main: [to('Create')] };
    test.connections.Create = { main: [to('Wait Again')] };
    const asleep = await runWorkflow(test);
    untilTimer(asleep);
    watchOver();
    expect((await resumeByTimer(test, asleep)).status).toBe('waiting');
    const older = await resumeByTimer(test, asleep);
    expect(older.status).toBe('waiting');
    untilTimer(older);
    const second = await resumeByTimer(test, older);
    expect(itemsAfter(second, 'Create').map(({ json }) => json.id)).toEqual(['next']);
    expect(asked.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('starts nothing beside a run that has not slept yet, as n8n does at its start', async () => {
    const asked = service({ a: 1 });
    const test = workflow(['a']);
    // What stands in another branch, behind the node, is left to the first as well.
    test.nodes.push(node('Other', 'test.pass', { position: [0, 999] }));
    test.connections.Items!.main![0]!.push(to('Other')[0]!);
    const twice = { ...test, executionId: '77001' };
    const [first, second] = await Promise.all([runWorkflow(twice), runWorkflow(twice)]);
    expect(first.status).toBe('waiting');
    expect(second.status).toBe('success');
    expect([...runsOf(second, 'After'), ...runsOf(second, 'Other')]).toEqual([]);
    expect(asked.requests).toHaveLength(1);
  });

  it('goes on in one of two copies that wake in the same moment', async () => {
    service({ a: 1 });
    fakeN8n(() => 200);
    const test = workflow(['a']);
    const asleep = await runWorkflow(test);
    untilTimer(asleep);
    const wake = async () => await resumeByTimer(test, asleep);
    const copies = await Promise.all([wake(), wake()]);
    expect(copies.flatMap((run) => idsAfter(run))).toEqual(['a']);
  });
});
