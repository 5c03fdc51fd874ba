import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { createRequire } from 'node:module';
import nock from 'nock';
import { describe, expect, it, vi } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { idsAfter, keepApart, runsOf, service, type Setup, workflow } from './scene.ts';

const { WaitForVideo } = createRequire(import.meta.url)(
  '../../../../dist/nodes/WaitForVideo/WaitForVideo.node.js',
) as { WaitForVideo: new () => INodeType };

keepApart();

/** The built node in an n8n whose contexts lack something. */
function waitWithout(missing: string): INodeType {
  const built = new WaitForVideo();
  const without = <T extends object>(context: T): T =>
    new Proxy(context, {
      get(target, name) {
        const value: unknown = name === missing ? undefined : Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return Object.assign(Object.create(built) as INodeType, {
    execute(this: IExecuteFunctions) {
      return built.execute!.call(without(this));
    },
  });
}

describe('an execution that cannot sleep', () => {
  const parent = (shouldResume?: boolean) => ({
    parentExecution: {
      executionId: '9',
      workflowId: 'w',
      ...(shouldResume !== undefined && { shouldResume }),
    },
  });
  const cases: { name: string; more: Setup; reason: string }[] = [
    { name: 'of n8n’s command line', more: { mode: 'cli' }, reason: 'n8n’s command line ends' },
    { name: 'of an evaluation', more: { mode: 'evaluation' }, reason: 'n8n’s evaluations' },
    {
      name: 'of an unsaved workflow',
      more: { workflowId: '' },
      reason: 'n8n only stores executions of saved workflows',
    },
    {
      name: 'of a sub-workflow',
      more: { mode: 'integrated', runData: parent() },
      reason: 'the workflow that called this one might go on without the result',
    },
    {
      name: 'of a sub-workflow with a single item',
      more: { mode: 'integrated', runData: parent(true) },
      reason: 'the workflow that called this one might go on without the result',
    },
  ];
  for (const { name, more, reason } of cases)
    it(`stays awake and says so afterwards: ${name}`, async () => {
      vi.useRealTimers();
      const asked = service({ a: 1 });
      const options = { intervalSeconds: 1, followProgress: false };
      const run = await runWorkflow(workflow(['a'], { options }, more));
      expect(run.status).toBe('success');
      expect(asked.requests).toHaveLength(2);
      expect(idsAfter(run)).toEqual(['a']);
      expect(runsOf(run, 'Wait')[0]!.hints).toEqual([
        expect.objectContaining({ type: 'info', message: expect.stringContaining(reason) }),
      ]);
    });

  it.each(['runExecutionData', 'getExecuteData', 'putExecutionToWait'])(
    'stays awake and says so afterwards: of an n8n without %s',
    async (missing) => {
      vi.useRealTimers();
      const asked = service({ a: 1 });
      const options = { intervalSeconds: 1, followProgress: false };
      const test = workflow(['a'], { options });
      const type = `test.waitWithout-${missing}`;
      test.nodes.find(({ name }) => name === 'Wait')!.type = type;
      const run = await runWorkflow({ ...test, types: { [type]: waitWithout(missing) } });
      expect(run.status).toBe('success');
      expect(asked.requests).toHaveLength(2);
      expect(idsAfter(run)).toEqual(['a']);
      expect(runsOf(run, 'Wait')[0]!.hints).toEqual([
        expect.objectContaining({ message: expect.stringContaining('differently inside') }),
      ]);
    },
  );

  it('says nothing when it had not to wait, or was told to stay awake', async () => {
    vi.useRealTimers();
    service({ a: 0 });
    const finished = await runWorkflow(workflow(['a'], {}, { mode: 'cli' }));
    expect(runsOf(finished, 'Wait')[0]!.hints ?? []).toEqual([]);

    nock.cleanAll();
    service({ a: 1 });
    const options = { stayAwake: true, intervalSeconds: 1, followProgress: false };
    const told = await runWorkflow(workflow(['a'], { options }));
    expect(told.status).toBe('success');
    expect(runsOf(told, 'Wait')[0]!.hints ?? []).toEqual([]);
  });

  it.each([
    {
      name: 'all items were handed over at once',
      ids: ['a', 'b'],
      data: parent(true),
      options: {},
    },
    { name: 'nobody waits for it', ids: ['a'], data: parent(false), options: {} },
    {
      name: 'it was told so',
      ids: ['a'],
      data: parent(true),
      options: { subWorkflowMaySleep: true },
    },
  ])('sleeps as a sub-workflow when $name', async ({ ids, data, options }) => {
    service({});
    const run = await runWorkflow(
      workflow(ids, { options }, { mode: 'integrated', runData: data }),
    );
    expect(run.status).toBe('waiting');
  });
});
