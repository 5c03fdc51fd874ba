import type { IRun } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { hasten } from '../../engine/hasten.ts';
import { node, to } from '../../engine/node.ts';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow, type TestRun } from '../../engine/runWorkflow.ts';
import { fakeN8n, resumeByRing, resumeByTimer } from '../../engine/sleeping.ts';

let n8nUrl = '';
let executionId = '';
let count = 0;

hasten();
beforeAll(() => nock.disableNetConnect());
beforeEach(() => {
  // What a process found out about an address outlasts a test.
  count += 1;
  executionId = `${9_000 + count}`;
  n8nUrl = `https://n8n-${count}.test`;
});
afterEach(() => nock.cleanAll());

const workflow = (taskIds: string[], options: object = {}): TestRun => {
  return {
    executionId,
    n8nUrl,
    credential: testCredential,
    nodes: [
      node('Items', 'test.items', {
        parameters: { items: taskIds.map((id) => ({ json: { id } })) as never },
      }),
      node('Wait', 'n8n-nodes-videogen.waitForVideo', {
        parameters: {
          download: false,
          options: { output: 'everything', intervalSeconds: 1, ...options },
        },
        credentials: { videoGenApi: { id: '1', name: 'test' } },
      }),
      node('After', 'test.pass', {}),
    ],
    connections: { Items: { main: [to('Wait')] }, Wait: { main: [to('After')] } },
  };
};

const pending: Reply = { status: 200, body: { status: 'pending', progress: 40 } };
const done: Reply = {
  status: 200,
  body: { status: 'completed', results: ['https://files.test/a.mp4'] },
};
/** A service whose tasks are finished from the given request on, counted per task. */
const service = (finishedAt: Record<string, number>) => {
  const asked = new Map<string, number>();
  return fakeService(({ path }) => {
    const id = path.split('/').at(-1)!;
    const nth = asked.get(id) ?? 0;
    asked.set(id, nth + 1);
    return nth >= (finishedAt[id] ?? Infinity) ? done : pending;
  });
};
const itemsAfter = (run: IRun) =>
  run.data.resultData.runData.After?.[0]?.data?.main?.[0]?.map(({ json }) => json);
const hintsOf = (run: IRun) => run.data.resultData.runData.Wait?.at(-1)?.hints ?? [];

/** An n8n that lets a sleeping execution be rung; resolves when that has happened. */
function untilRung() {
  let asleep = false;
  let hear = () => {};
  const heard = new Promise<void>((resolve) => (hear = resolve));
  const n8n = fakeN8n(
    () => {
      if (!asleep) return 409;
      hear();
      return 200;
    },
    n8nUrl,
    () => (asleep ? 'waiting' : 'running'),
  );
  return { ...n8n, heard, fallAsleep: () => (asleep = true) };
}

describe('a sleeping execution that is watched over', () => {
  it('is rung when its task has ended, and asks nothing any more', async () => {
    const asked = service({ a: 2 });
    const n8n = untilRung();
    const test = workflow(['a']);
    const asleep = await runWorkflow(test);
    expect(asleep.status).toBe('waiting');
    n8n.fallAsleep();
    await n8n.heard;
    expect(asked.requests).toHaveLength(3);

    const { run } = await resumeByRing(test, asleep);
    asked.verify();
    expect(run!.status).toBe('success');
    expect(asked.requests).toHaveLength(3);
    expect(itemsAfter(run!)).toEqual([expect.objectContaining({ outcome: 'completed', polls: 3 })]);
    expect(n8n.rings).toEqual([executionId]);
    // To see whether n8n can be reached, and then whether it sleeps.
    expect(new Set(n8n.states)).toEqual(new Set(['0', executionId]));
  });

  it('is woken by its watcher when the look for the sake of a call says that the task has ended', async () => {
    const asked = service({ a: 1 });
    const n8n = untilRung();
    const test = workflow(['a'], { intervalSeconds: 3_600 });
    const asleep = await runWorkflow(test);
    n8n.fallAsleep();
    const called = await resumeByRing(test, asleep, { id: 'a', status: 'pending' });
    expect(called).toEqual({ response: { message: 'Looking at the task' } });
    await n8n.heard;
    const { run } = await resumeByRing(test, asleep);
    expect(run!.status).toBe('success');
    expect(asked.requests).toHaveLength(2);
  });

  it('looks itself where the service refused the one who watched', async () => {
    const asked = fakeService((_, index) => (index === 0 ? pending : { status: 400 }));
    const n8n = untilRung();
    const test = workflow(['a']);
    const asleep = await runWorkflow(test);
    n8n.fallAsleep();
    await n8n.heard;
    nock.cleanAll();
    const again = fakeService(() => done);
    const { run } = await resumeByRing(test, asleep);
    expect(asked.requests).toHaveLength(2);
    expect(again.requests).toHaveLength(1);
    expect(itemsAfter(run!)).toEqual([expect.objectContaining({ outcome: 'completed' })]);
  });

  it('is not asked for twice when its timer wakes it meanwhile', async () => {
    const asked = service({});
    untilRung();
    const test = workflow(['a'], { intervalSeconds: 3_600 });
    const asleep = await runWorkflow(test);
    const woken = await resumeByTimer(test, asleep);
    expect(woken.status).toBe('waiting');
    expect(asked.requests).toHaveLength(1);
    await resumeByTimer(test, woken);
  });
});

describe('an n8n that cannot reach itself', () => {
  it.each([
    ['nobody answers', 0],
    ['something else answers', 200],
    ['its proxy refuses', 403],
  ])('waits awake, and says so: %s', async (_, httpStatus) => {
    const asked = service({ a: 1 });
    if (httpStatus !== 0) nock(n8nUrl).persist().get(/.*/).reply(httpStatus, 'Who are you?');
    const run = await runWorkflow(workflow(['a']));
    expect(run.status).toBe('success');
    expect(asked.requests).toHaveLength(2);
    expect(hintsOf(run)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('can’t reach its own address') }),
    ]);
  });

  it('does not ask itself again for a while', async () => {
    service({ a: 1, b: 1 });
    await runWorkflow(workflow(['a']));
    const { states } = fakeN8n(() => 502, n8nUrl);
    const second = await runWorkflow({ ...workflow(['b']), executionId: `${executionId}1` });
    expect(states).toEqual([]);
    expect(hintsOf(second)).toHaveLength(1);
  });
});
