import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { createRequire } from 'node:module';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { fakeN8n } from '../../../engine/sleeping.ts';
import { watchOver } from '../../../engine/unwatched.ts';
import { idsAfter, keepApart, runsOf, service, workflow } from './scene.ts';

const require = createRequire(import.meta.url);
const load = (path: string): unknown => require(`../../../../dist/nodes/${path}`);
const { WaitForVideo } = load('WaitForVideo/WaitForVideo.node.js') as {
  WaitForVideo: new () => INodeType;
};

keepApart();

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
});
