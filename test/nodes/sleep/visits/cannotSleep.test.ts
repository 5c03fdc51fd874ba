import type {
  IExecuteFunctions,
  INodeParameters,
  INodeType,
  WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRequire } from 'node:module';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { fakeN8n } from '../../../engine/sleeping.ts';
import { watchOver } from '../../../engine/unwatched.ts';
import type { Sleepers } from '../../../../nodes/restart/Sleepers.ts';
import { idsAfter, keepApart, runsOf, service, workflow } from './scene.ts';

const { WaitForVideo } = createRequire(import.meta.url)(
  '../../../../dist/nodes/WaitForVideo/WaitForVideo.node.js',
) as { WaitForVideo: new () => INodeType };

const { sleepers } = createRequire(import.meta.url)(
  '../../../../dist/nodes/sleep/processState.js',
) as {
  sleepers: Sleepers;
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

/** In the order of n8n's own: first the time is set, then the execution is looked for. */
const refuseToWait = (context: IExecuteFunctions) => (waitTill: Date) => {
  (context as unknown as { runExecutionData: { waitTill?: Date } }).runExecutionData.waitTill =
    waitTill;
  return Promise.reject(new Error('No active execution found'));
};

/** A trigger of n8n, with the settings that it is asked for. */
const trigger = (name: string): INodeType => ({
  description: {
    ...{ displayName: name, name, group: ['trigger'], version: 1, description: name },
    ...{ defaults: { name }, inputs: [], outputs: ['main'] },
    properties: [
      { displayName: 'Items', name: 'items', type: 'json', default: '[]' },
      { displayName: 'Respond', name: 'responseMode', type: 'string', default: 'onReceived' },
      { displayName: 'Options', name: 'options', type: 'json', default: {} },
    ],
  },
  async execute() {
    const items: unknown = this.getNodeParameter('items', 0);
    return [Array.isArray(items) ? items : []];
  },
});

describe('an execution whose starter may wait for an answer', () => {
  interface Start {
    name: string;
    type: string;
    parameters: INodeParameters;
    behind?: string;
    mode?: WorkflowExecuteMode;
  }
  const startedBy = async ({ type, parameters, behind, mode = 'webhook' }: Start) => {
    const test = workflow(['a'], { options: { intervalSeconds: 1 } }, { mode });
    const start = test.nodes.find(({ name }) => name === 'Items')!;
    start.type = `n8n-nodes-base.${type}`;
    Object.assign(start.parameters, parameters);
    if (behind) test.nodes.find(({ name }) => name === 'After')!.type = `n8n-nodes-base.${behind}`;
    const types = {
      [start.type]: trigger(type),
      ...(behind && { [`n8n-nodes-base.${behind}`]: trigger(behind) }),
    };
    return await runWorkflow({ ...test, types });
  };

  it.each<Start>([
    {
      name: 'a webhook that answers at the end',
      ...{ type: 'webhook', parameters: { responseMode: 'lastNode' } },
    },
    {
      name: 'a webhook that answers as it goes',
      ...{ type: 'webhook', parameters: { responseMode: 'streaming' } },
    },
    { name: 'a chat', type: 'chatTrigger', parameters: {} },
    {
      name: 'a form that shows the end',
      ...{ type: 'formTrigger', parameters: { responseMode: 'lastNode' } },
    },
    { name: 'a form with an ending', type: 'formTrigger', parameters: {}, behind: 'form' },
  ])('stays awake for $name', async (start) => {
    service({ a: 1 });
    const run = await startedBy(start);
    expect(run.status).toBe('success');
    expect(runsOf(run, 'Wait')[0]!.hints).toMatchObject([
      { message: expect.stringContaining('whoever started the workflow waits for its answer') },
    ]);
  });

  it.each<Start>([
    { name: 'a webhook that has answered', type: 'webhook', parameters: {} },
    {
      name: 'a webhook that a node answers',
      ...{ type: 'webhook', parameters: { responseMode: 'responseNode' } },
    },
    {
      name: 'a chat that nodes answer',
      ...{ type: 'chatTrigger', parameters: { options: { responseMode: 'responseNodes' } } },
    },
    { name: 'a form that says thanks at once', type: 'formTrigger', parameters: {} },
    {
      name: 'a person who retries what a webhook started',
      ...{ type: 'webhook', parameters: { responseMode: 'lastNode' }, mode: 'retry' },
    },
  ])('sleeps after $name', async (start) => {
    service({});
    expect((await startedBy(start)).status).toBe('waiting');
  });
});

describe('an execution that cannot sleep', () => {
  it('stays awake and says so afterwards', async () => {
    const asked = service({ a: 1 });
    const test = workflow(['a'], { options: { intervalSeconds: 1 } }, { mode: 'cli' });
    const run = await runWorkflow(test);
    expect(run.status).toBe('success');
    expect(asked.requests).toHaveLength(2);
    expect(idsAfter(run)).toEqual(['a']);
    const message = expect.stringContaining('because n8n’s command line ends') as string;
    expect(runsOf(run, 'Wait')[0]!.hints).toMatchObject([{ type: 'info', message }]);
  });

  it('goes on awake, as if it had not tried, where n8n refuses to let it sleep', async () => {
    watchOver();
    fakeN8n();
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
    // Nor does it stand among those who wake the others.
    const next = {
      executionId: '8',
      resumeUrl: 'https://n8n.test/8/x',
      statusUrl: 'https://n8n.test/8/y',
    };
    const role = await sleepers.findRole(next, (() => undefined) as never);
    expect(role).toMatchObject({ kind: 'first', others: new Map() });
    sleepers.leave('8');
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
