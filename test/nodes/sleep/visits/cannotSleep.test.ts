import type { IExecuteFunctions, INodeType, IRunExecutionData } from 'n8n-workflow';
import { createRequire } from 'node:module';
import nock from 'nock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { fakeN8n } from '../../../engine/sleeping.ts';
import { startAnew } from '../../../engine/startAnew.ts';
import { leaveUnwatched, watchOver } from '../../../engine/unwatched.ts';
import { idsAfter, itemsAfter, keepApart, runsOf, service, workflow } from './scene.ts';

const require = createRequire(import.meta.url);
const load = (path: string): unknown => require(`../../../../dist/nodes/${path}`);
const { WaitForVideo } = load('WaitForVideo/WaitForVideo.node.js') as {
  WaitForVideo: new () => INodeType;
};

interface Engine {
  runExecutionData: IRunExecutionData;
  popExecutionStack(): unknown;
}
const { WorkflowExecute } = require('n8n-core') as { WorkflowExecute: { prototype: Engine } };
const engine = WorkflowExecute.prototype;

keepApart();
afterEach(() => vi.restoreAllMocks());

/** The built node in an n8n that refuses to let it wait: it sets the time first, as n8n does. */
function waitRefused(): INodeType {
  const built = new WaitForVideo();
  return Object.assign(Object.create(built) as INodeType, {
    execute(this: IExecuteFunctions & { runExecutionData: { waitTill?: Date } }) {
      const context = Object.create(this) as typeof this;
      context.putExecutionToWait = async (waitTill) => {
        this.runExecutionData.waitTill = waitTill;
        throw new Error('No active execution found');
      };
      return built.execute!.call(context);
    },
  });
}

/** The wish to sleep is seen by the node that asks, and by nothing of n8n. */
function loseTheWish(): void {
  const { popExecutionStack } = engine;
  vi.spyOn(engine, 'popExecutionStack').mockImplementation(function (this: Engine) {
    let told: unknown;
    Object.defineProperty(this.runExecutionData, 'waitTill', {
      get: () => (new Error().stack!.includes('putToSleep') ? told : undefined),
      set: (value: unknown) => (told = value),
      configurable: true,
    });
    return popExecutionStack.call(this);
  });
}

describe('an execution that cannot sleep', () => {
  it('goes on awake, as if it had not tried, where n8n refuses to let it sleep', async () => {
    watchOver();
    fakeN8n();
    const asked = service({ a: 1, b: 1 });
    const options = { intervalSeconds: 1 };
    const test = workflow(['a', 'b'], { options });
    test.nodes.find(({ name }) => name === 'Wait')!.type = 'test.waitRefused';
    const types = { 'test.waitRefused': waitRefused() };
    const run = await runWorkflow({ ...test, types });
    expect(run.status).toBe('success');
    expect(run.data.waitTill).toBeUndefined();
    expect(run.data.executionData!.contextData.flow!.videoSleep).not.toHaveProperty('sleep');
    expect(asked.requests).toHaveLength(4);
    expect(idsAfter(run)).toEqual(['a', 'b']);
    expect(runsOf(run, 'Wait')).toMatchObject([
      { hints: [{ message: expect.stringContaining('n8n refused to let it sleep') as string }] },
    ]);
  });

  it('says nothing when it had not to wait, or was told to stay awake', async () => {
    service({ a: 0 });
    const finished = await runWorkflow(workflow(['a'], {}, { mode: 'cli' }));
    expect(runsOf(finished, 'Wait')[0]!.hints ?? []).toEqual([]);

    nock.cleanAll();
    service({ a: 1 });
    const options = { stayAwake: true, intervalSeconds: 1 };
    const told = await runWorkflow(workflow(['a'], { options }));
    expect(told.status).toBe('success');
    expect(runsOf(told, 'Wait')[0]!.hints ?? []).toEqual([]);
  });

  it('fails in an n8n that goes on with what sleeps, names the tasks, and lets nobody sleep after that', async () => {
    loseTheWish();
    service({ a: 1, b: 1 });
    const types = startAnew();
    leaveUnwatched();
    const options = { intervalSeconds: 1 };
    const failed = await runWorkflow(workflow(['a'], { options }, { types }));
    expect(failed.status).toBe('error');
    expect(failed.data.resultData.error).toMatchObject({
      message: 'n8n went on although this execution was asleep',
      description: expect.stringContaining('Get Status: a.') as string,
    });

    const next = await runWorkflow(workflow(['b'], { options }, { types }));
    expect(next.status).toBe('success');
    expect(itemsAfter(next)).toMatchObject([{ json: { status: 'completed' } }]);
  });
});
