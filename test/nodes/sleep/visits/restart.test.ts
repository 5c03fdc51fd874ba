import { createRequire } from 'node:module';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { IRun } from 'n8n-workflow';
import { sealList } from '../../../../nodes/restart/sealedList.ts';
import type { StoredSleep } from '../../../../nodes/sleep/stored.ts';
import { testCredential } from '../../../engine/runNode.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { fakeN8n, resumeByCall, resumeByTimer } from '../../../engine/sleeping.ts';
import { sleeperOf } from '../../restart/simulateN8n.ts';
import {
  idsAfter,
  keepApart,
  runsOf,
  secondsUntilWake,
  service,
  untilCalled,
  workflow,
} from './scene.ts';

keepApart();

const require = createRequire(import.meta.url);
const processState = require('../../../../dist/nodes/sleep/processState.js') as object;
const { reach } = processState as { reach: { isUp: boolean } };

const n8nUrl = 'https://restarted.test';
let readiness = 200;
let calls: string[] = [];
let state = 'waiting';

beforeEach(() => {
  [readiness, state] = [200, 'waiting'];
  reach.isUp = false;
  const stateOf = (id: string) => (id === '8802' ? 'waiting' : state);
  ({ calls } = fakeN8n(
    () => 200,
    n8nUrl,
    stateOf,
    () => readiness,
  ));
});

function storedSleep(run: IRun): StoredSleep {
  const { flow } = run.data.executionData!.contextData;
  return (flow!.videoSleep as unknown as { sleep: StoredSleep }).sleep;
}

/** An execution that fell asleep, and as n8n finds it when it is started anew; it lists these, if any. */
async function asleepBefore(
  executionId: string,
  listed: string[] = [],
  key = testCredential.apiKey,
) {
  const asked = service({ a: 1 });
  const test = workflow(['a'], {}, { n8nUrl, executionId });
  const run = await runWorkflow(test);
  const process = 'an earlier one';
  const list = { process, sealed: await sealList(listed.map(sleeperOf), key) };
  Object.assign(storedSleep(run), { process, ...(listed.length > 0 && { list }) });
  vi.setSystemTime(Date.now() + secondsUntilWake(run) * 1000);
  return { asked, test, run, list };
}

describe('an execution that n8n’s timer wakes after a restart', () => {
  it('sleeps, with its list stored, until all whom it had listed are awake', async () => {
    const { asked, test, run: asleep, list } = await asleepBefore('8802', ['8803', '8804']);
    const back = await resumeByTimer(test, asleep);
    expect(runsOf(back, 'After')).toEqual([]);
    // Later than all are called: n8n writes an error about a timer of one that is over.
    expect(secondsUntilWake(back)).toBe(66.4);
    expect(storedSleep(back).list).toMatchObject({ sealed: list.sealed });
    await untilCalled(calls, 2);
    expect(calls.toSorted()).toEqual(['8803', '8804']);
    expect(asked.requests).toHaveLength(1);
    state = 'success';
    await untilCalled(calls, 3);
    expect(calls[2]).toBe('8802');
    const { run } = await resumeByCall(test, back);
    expect(idsAfter(run!)).toEqual(['a']);
  });

  it('keeps its list where n8n is still starting, and has them called when it has started', async () => {
    const { asked, test, run: asleep, list } = await asleepBefore('8805', ['8806']);
    readiness = 503;
    const starting = await resumeByTimer(test, asleep);
    expect([starting.status, runsOf(starting, 'After')]).toEqual(['waiting', []]);
    expect(secondsUntilWake(starting)).toBe(65);
    expect(storedSleep(starting).list).toEqual(list);
    await new Promise((resolve) => void setTimeout(resolve, 5_000));
    expect(calls).toEqual([]);
    readiness = 200;
    await untilCalled(calls);
    expect(calls[0]).toBe('8805');
    const { run: back } = await resumeByCall(test, starting);
    expect(back!.status).toBe('waiting');
    const others = () => calls.filter((id) => id !== '8805');
    while (others().length === 0) await untilCalled(calls, calls.length + 1);
    expect(others()).toEqual(['8806']);
    expect(asked.requests).toHaveLength(1);
  });

  it('goes on alone where its account has another key by now, and calls nobody', async () => {
    const { test, run: asleep } = await asleepBefore('8807', ['8808'], 'the key before');
    expect(idsAfter(await resumeByTimer(test, asleep))).toEqual(['a']);
    expect(calls).toEqual([]);
  });
});
