import { Workflow, type INodeTypes } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { mostStarts } from '../../../nodes/VideoFinishedTrigger/KnownTasks.ts';
import { bounds } from '../../../nodes/VideoFinishedTrigger/LookBudget.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { node } from '../../engine/node.ts';
import { call, done, keepApart, trigger } from './scene.ts';

keepApart();

const ended = (statusCode: number) => ({ writableEnded: true, statusCode });
const running = () => ({ writableEnded: false, statusCode: 200 });
const atEnd = (node: string) => ({ node, respond: 'lastNode', staticData: {} });

const underWay = {
  httpStatus: 503,
  message: 'The workflow is running for this task, and may still fail',
  items: undefined,
};

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
    expect(await call({ id: 'a' }, shared)).toMatchObject(underWay);

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

  it('starts once for calls that come together, and promises the others nothing', async () => {
    const service = fakeService(() => done);
    const calls = Array.from({ length: 10 }, () =>
      call({ id: 'a' }, { ...atEnd('together'), ending: running() }),
    );
    const all = await Promise.all(calls);
    const others = all.filter(({ items }) => items === undefined);
    expect(others).toHaveLength(9);
    for (const other of others) expect(other).toMatchObject(underWay);
    expect(service.requests.length).toBeLessThanOrEqual(bounds.atOnce);
  });

  it('starts a workflow that always fails a bounded number of times, without asking more', async () => {
    const service = fakeService(() => done);
    const shared = atEnd('failing');
    for (let start = 0; start < mostStarts; start++)
      expect((await call({ id: 'a' }, { ...shared, ending: ended(500) })).items).toHaveLength(1);
    expect(await call({ id: 'a' }, { ...shared, ending: ended(500) })).toMatchObject({
      httpStatus: 429,
      message: 'The workflow has failed too often for this task',
      items: undefined,
    });
    expect(service.requests).toHaveLength(mostStarts);
  });

  it('answers by itself for a result that is not asked for', async () => {
    fakeService(() => ({ status: 200, body: { status: 'failed' } }));
    const shared = { ...atEnd('unwanted'), ending: ended(200), statuses: ['completed'] };
    expect(await call({ id: 'a' }, shared)).toMatchObject({
      ...{ httpStatus: 200, noWebhookResponse: true, items: undefined },
      message: 'This workflow doesn’t start for this result',
    });
  });

  it('takes the same task again at its test URL, while it runs too', async () => {
    fakeService(() => done);
    const shared = { ...atEnd('test'), mode: 'manual' };
    for (let again = 0; again < mostStarts + 2; again++)
      expect((await call({ id: 'a' }, { ...shared, ending: running() })).items).toHaveLength(1);
  });

  it.each([['sometimes'], [''], [undefined], [null], [['lastNode']]])(
    'responds immediately where the field comes to %o',
    async (respond) => {
      fakeService(() => done);
      const shared = { respond, node: `odd ${JSON.stringify(respond)}`, staticData: {} };
      expect(await call({ id: 'a' }, shared)).toMatchObject({
        noWebhookResponse: true,
        message: 'The workflow was started',
      });
      expect((await call({ id: 'a' }, shared)).items).toBeUndefined();
    },
  );
});

describe('VideoFinishedTrigger, as n8n reads when to answer', () => {
  it.each([
    [{}, 'onReceived'],
    [{ respond: 'lastNode' }, 'lastNode'],
    [{ respond: '={{ "last" + "Node" }}' }, 'onReceived'],
    [{ respond: '={{ ( }}' }, 'onReceived'],
    [{ respond: '={{ ["lastNode"] }}' }, 'onReceived'],
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
