import { ObservableObject, Workflow, type INodeTypes } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { node } from '../../engine/node.ts';
import { call, done, keepApart, trigger } from './scene.ts';

keepApart();

const ended = (statusCode: number) => ({ writableEnded: true, statusCode });
const running = () => ({ writableEnded: false, statusCode: 200 });
const atEnd = (node: string) => ({ node, respond: 'lastNode', staticData: {} });

describe('VideoFinishedTrigger, called again', () => {
  it('starts at the test URL each time, whatever the production URL started, or still runs', async () => {
    fakeService(() => done);
    const shared = { staticData: {}, node: 'both' };
    const modes = ['manual', 'webhook', 'manual'];
    const results = await Promise.all(modes.map((mode) => call({ id: 'a' }, { ...shared, mode })));
    const atItsEnd = { ...atEnd('both'), mode: 'manual', ending: running() };
    for (let again = 0; again < 2; again++) results.push(await call({ id: 'a' }, atItsEnd));
    expect(results.map(({ items }) => items?.length)).toEqual([1, 1, 1, 1, 1]);
  });

  it('starts each of two workflows, where one is a copy of the other', async () => {
    fakeService(() => done);
    for (const workflow of ['w', 'copy'])
      expect((await call({ id: 'a' }, { node: 'copied', workflow })).items).toHaveLength(1);
  });

  it('has n8n store what it remembers, each time', async () => {
    fakeService(() => done);
    const shared = { node: 'stored', staticData: ObservableObject.create({ ids: ['old'] }) };
    for (const id of ['a', 'b']) {
      Object.assign(shared.staticData, { __dataChanged: false });
      expect((await call({ id }, shared)).items).toHaveLength(1);
      expect(shared.staticData.__dataChanged).toBe(true);
    }
    expect(shared.staticData.ids).toEqual(['old', 'a', 'b']);
  });
});

describe('VideoFinishedTrigger that responds when the last node finishes', () => {
  it('leaves the answer to n8n and stores nothing, so that it starts again after a kill', async () => {
    fakeService(() => done);
    const shared = { ...atEnd('left'), staticData: { ids: ['a'] } };
    for (const node of ['left', 'another process']) {
      const started = await call({ id: 'a' }, { ...shared, node, ending: running() });
      expect(started.items).toHaveLength(1);
      expect(started).toMatchObject({ noWebhookResponse: undefined, message: '' });
    }
    expect(shared.staticData).toEqual({ ids: ['a'] });
  });

  it('starts again after a run that failed, and never after one that ended well', async () => {
    const service = fakeService(() => done);
    const shared = atEnd('again');
    const ending = running();
    expect((await call({ id: 'a' }, { ...shared, ending })).items).toHaveLength(1);
    expect(await call({ id: 'a' }, shared)).toMatchObject({
      httpStatus: 503,
      message: 'The workflow is running for this task, and may still fail',
      items: undefined,
    });

    Object.assign(ending, ended(500));
    expect((await call({ id: 'a' }, { ...shared, ending: ended(200) })).items).toHaveLength(1);
    const asked = service.requests.length;
    expect(await call({ id: 'a' }, shared)).toMatchObject({
      httpStatus: 200,
      message: 'The workflow has already run for this task',
      items: undefined,
    });
    expect(service.requests).toHaveLength(asked);
  });
});

describe('VideoFinishedTrigger, as n8n reads when to answer', () => {
  it.each([
    [{}, 'onReceived'],
    [{ respond: 'lastNode' }, 'lastNode'],
    [{ respond: '={{ "last" + "Node" }}' }, 'onReceived'],
    [{ respond: null }, 'onReceived'],
  ])('takes %o for %s, and hands out no data', (parameters, expected) => {
    const [webhook] = trigger.description.webhooks!;
    const { expression, nodes } = new Workflow({
      nodes: [node('Trigger', 'trigger', { parameters })],
      connections: {},
      active: true,
      nodeTypes: { getByNameAndVersion: () => trigger } as unknown as INodeTypes,
    });
    const { responseMode, responseData } = webhook!;
    const read = (value?: string) =>
      expression.getSimpleParameterValue(nodes.Trigger!, value, 'webhook', {}, undefined, 'none');
    expect(read(responseMode)).toBe(expected);
    expect(read(responseData)).toBe('noData');
  });
});
