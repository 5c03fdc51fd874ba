import { createRequire } from 'node:module';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepApart } from '../../../engine/keepApart.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { fakeN8n, resumeByCall, resumeByTimer } from '../../../engine/sleeping.ts';
import { service, workflow } from './scene.ts';

keepApart();

const require = createRequire(import.meta.url);
const { reach, leaveRosters } = require('../../../../dist/nodes/sleep/processState.js') as {
  reach: { doubt(): void };
  leaveRosters(executionId: string): void;
};

const n8nUrl = 'https://n8n.test';
let count = 0;
beforeEach(() => {
  // What a process found out about its address outlasts a test, and so does who sleeps in it.
  reach.doubt();
  leaveRosters(`${9_000 + count}`);
  count += 1;
});

const waitFor = (taskId: string) =>
  workflow([taskId], { options: { intervalSeconds: 3_600 } }, { executionId: `${9_000 + count}` });

/** An n8n that lets a sleeping execution be called; resolves when that has happened. */
function untilCalled() {
  let isAsleep = false;
  let hear = () => {};
  const heard = new Promise<void>((resolve) => (hear = resolve));
  const onCall = () => {
    if (isAsleep) hear();
    return isAsleep ? 200 : 409;
  };
  const n8n = fakeN8n(onCall, n8nUrl, () => (isAsleep ? 'waiting' : 'running'));
  return { ...n8n, heard, fallAsleep: () => (isAsleep = true) };
}

describe('a sleeping execution that is watched over', () => {
  it('is looked at once somebody calls it, and woken only when its task has ended', async () => {
    const asked = service({ a: 1 });
    const n8n = untilCalled();
    const test = waitFor('a');
    const asleep = await runWorkflow(test);
    n8n.fallAsleep();
    const called = await resumeByCall(test, asleep, { id: 'a', status: 'pending' });
    expect(called).toEqual({ response: { message: 'Looking at the task' } });
    await n8n.heard;
    const { run } = await resumeByCall(test, asleep);
    expect(run!.status).toBe('success');
    expect(asked.requests).toHaveLength(2);
    expect(n8n.calls).toEqual([test.executionId]);
    // To see whether n8n can be reached, and then whether it sleeps.
    expect(new Set(n8n.states)).toEqual(new Set(['0', test.executionId]));
  });

  it('is not asked for twice when its timer wakes it meanwhile', async () => {
    const asked = service({});
    untilCalled();
    const test = waitFor('a');
    const woken = await resumeByTimer(test, await runWorkflow(test));
    expect(woken.status).toBe('waiting');
    expect(asked.requests).toHaveLength(1);
  });
});
