import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { createRequire } from 'node:module';
import nock from 'nock';
import { describe, expect, it, vi } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { fakeN8n } from '../../../engine/sleeping.ts';
import { watchOver } from '../../../engine/unwatched.ts';
import { idsAfter, keepApart, runsOf, service, type Setup, workflow } from './scene.ts';

const { WaitForVideo } = createRequire(import.meta.url)(
  '../../../../.out/nodes/WaitForVideo/WaitForVideo.node.js',
) as { WaitForVideo: new () => INodeType };

const { roster } = createRequire(import.meta.url)('../../../../.out/nodes/restart/roster.js') as {
  roster: { size: number };
};

keepApart();

/** The built node in an n8n whose contexts have something else under a name. */
function waitWith(changed: string, other: (context: IExecuteFunctions) => unknown): INodeType {
  const built = new WaitForVideo();
  const changing = (context: IExecuteFunctions): IExecuteFunctions =>
    new Proxy(context, {
      get(target, name) {
        const value: unknown = name === changed ? other(target) : Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return Object.assign(Object.create(built) as INodeType, {
    execute(this: IExecuteFunctions) {
      return built.execute!.call(changing(this));
    },
  });
}

const waitWithout = (missing: string) => waitWith(missing, () => undefined);

/** In the order of n8n's own: first the time is set, then the execution is looked for. */
const refuseToWait = (context: IExecuteFunctions) => (waitTill: Date) => {
  (context as unknown as { runExecutionData: { waitTill?: Date } }).runExecutionData.waitTill =
    waitTill;
  return Promise.reject(new Error('No active execution found'));
};

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
      name: 'of Engine 2.0, also where that would not mind',
      more: { executionId: '019aaf51-7a3c-7b7e-8d2f-0b6a4c1d2e3f' },
      reason: 'n8n’s Engine 2.0 can’t let an execution sleep',
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
      const options = { intervalSeconds: 1 };
      const run = await runWorkflow(workflow(['a'], { options }, more));
      expect(run.status).toBe('success');
      expect(asked.requests).toHaveLength(2);
      expect(idsAfter(run)).toEqual(['a']);
      expect(runsOf(run, 'Wait')[0]!.hints).toEqual([
        expect.objectContaining({ type: 'info', message: expect.stringContaining(reason) }),
      ]);
    });

  it('goes on awake, as if it had not tried, where n8n refuses to let it sleep', async () => {
    vi.useRealTimers();
    const asked = service({ a: 1, b: 1 });
    const options = { intervalSeconds: 1 };
    const test = workflow(['a', 'b'], { options });
    test.nodes.find(({ name }) => name === 'Wait')!.type = 'test.waitRefused';
    const types = { 'test.waitRefused': waitWith('putExecutionToWait', refuseToWait) };
    const run = await runWorkflow({ ...test, types });
    expect(run.status).toBe('success');
    expect(run.data.waitTill).toBeUndefined();
    expect(run.data.executionData!.contextData.flow!.videogenSleep).not.toHaveProperty('sleep');
    expect(asked.requests).toHaveLength(4);
    expect(idsAfter(run)).toEqual(['a', 'b']);
    expect(runsOf(run, 'Wait')).toMatchObject([
      { hints: [{ message: expect.stringContaining('n8n refused to let it sleep') as string }] },
    ]);
  });

  it('takes no place among those who bring home the others, where n8n refuses', async () => {
    vi.useRealTimers();
    watchOver();
    fakeN8n();
    service({ a: 1 });
    const options = { intervalSeconds: 1 };
    const test = workflow(['a'], { options });
    test.nodes.find(({ name }) => name === 'Wait')!.type = 'test.waitRefused';
    const types = { 'test.waitRefused': waitWith('putExecutionToWait', refuseToWait) };
    const run = await runWorkflow({ ...test, types });
    expect(idsAfter(run)).toEqual(['a']);
    expect(roster.size).toBe(0);
  });

  it.each(['runExecutionData', 'getExecuteData', 'putExecutionToWait'])(
    'stays awake and says so afterwards: of an n8n without %s',
    async (missing) => {
      vi.useRealTimers();
      const asked = service({ a: 1 });
      const options = { intervalSeconds: 1 };
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
    const options = { stayAwake: true, intervalSeconds: 1 };
    const told = await runWorkflow(workflow(['a'], { options }));
    expect(told.status).toBe('success');
    expect(runsOf(told, 'Wait')[0]!.hints ?? []).toEqual([]);
  });

  it.each([
    { name: 'all items were handed over at once', ids: ['a', 'b'], data: parent(true) },
    { name: 'nobody waits for it', ids: ['a'], data: parent(false) },
  ])('sleeps as a sub-workflow when $name', async ({ ids, data }) => {
    service({});
    const run = await runWorkflow(workflow(ids, {}, { mode: 'integrated', runData: data }));
    expect(run.status).toBe('waiting');
  });
});
