import nock from 'nock';
import { createRequire } from 'node:module';
import {
  ObservableObject,
  type INodeType,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bounds } from '../../../nodes/VideoFinishedTrigger/admission.ts';
import { addLabel } from '../../../nodes/callbacks/label.ts';
import { labelSigner } from '../../../nodes/callbacks/labelSigner.ts';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { testCredential } from '../../engine/runNode.ts';

const require = createRequire(import.meta.url);
const { VideoFinishedTrigger } =
  require('../../../dist/nodes/VideoFinishedTrigger/VideoFinishedTrigger.node.js') as {
    VideoFinishedTrigger: new () => INodeType;
  };
const trigger = new VideoFinishedTrigger();

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

let calls = 0;
/** The calls that n8n can evaluate expressions for, at a cost. */
const holding = new Set<object>();

/** The part of n8n that a webhook sees: no engine runs before the workflow is started. */
function call(
  body: unknown,
  {
    staticData = {} as object,
    statuses = ['completed', 'failed'],
    mode = 'webhook',
    node = `n${++calls}`,
    length = '99',
    ip = '192.0.2.1',
    query = {} as object,
    storing = Promise.resolve(),
    onAnswer = () => {},
  } = {},
) {
  const sent: { httpStatus: number; message: string; retryAfter?: string } = {
    httpStatus: 200,
    message: '',
  };
  const response = {
    setHeader: (_name: string, value: string) => ((sent.retryAfter = value), response),
    status: (code: number) => ((sent.httpStatus = code), response),
    json: ({ message }: { message: string }) => ((sent.message = message), response),
    end: () => response,
  };
  const inside = {};
  holding.add(inside);
  const evaluated = <T>(value: T) => {
    if (!holding.has(inside)) throw new Error('No bridge acquired for this context');
    return value;
  };
  const context = {
    workflow: {
      expression: {
        acquireIsolate: async () => void holding.add(inside),
        releaseIsolate: async () => void holding.delete(inside),
      },
    },
    getBodyData: () => body,
    getQueryData: () => query,
    getHeaderData: () => ({ 'content-length': length }),
    getResponseObject: () => response,
    getRequestObject: () => ({ ip }),
    getMode: () => mode,
    getWorkflow: () => ({ id: 'w' }),
    getNode: () => ({ id: node, name: 'Trigger' }),
    getWorkflowStaticData: () => staticData,
    getNodeParameter: () => evaluated(statuses),
    getCredentials: async () => evaluated(testCredential),
    helpers: {
      httpRequestWithAuthentication: async (_: string, options: { url: string }) => {
        const answer = await fetch(options.url, {
          headers: { authorization: `Bearer ${testCredential.apiKey}` },
        });
        const body = await answer.text();
        onAnswer();
        return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body };
      },
    },
  };
  const result = trigger.webhook!.call(context as unknown as IWebhookFunctions);
  return result
    .finally(() => void storing.then(() => holding.delete(inside)))
    .then((given: IWebhookResponseData) => ({
      ...sent,
      noWebhookResponse: given.noWebhookResponse,
      items: given.workflowData?.[0],
    }));
}

const done: Reply = {
  status: 200,
  body: { status: 'completed', results: ['https://files.test/a.mp4'], credits: 3 },
};

describe('VideoFinishedTrigger', () => {
  it('starts the workflow with what the service says, not with what the caller says', async () => {
    const service = fakeService(() => done);
    const { items } = await call({
      id: 'a',
      status: 'failed',
      results: ['https://evil.test/x.mp4'],
    });
    service.verify();
    expect(service.requests.map(({ path }) => path)).toEqual(['/v1/tasks/a']);
    expect(items).toEqual([
      {
        json: {
          id: 'a',
          status: 'completed',
          results: ['https://files.test/a.mp4'],
          videoUrl: 'https://files.test/a.mp4',
          paid: 'yes',
          credits: 3,
        },
      },
    ]);
  });

  const refusedBodies: [string, unknown, number, object?][] = [
    ['a body without an id', { status: 'completed' }, 422],
    ['an id that is no text', { id: { a: 1 } }, 422],
    ['an id that leads elsewhere', { id: '..' }, 422],
    ['an endless id', { id: 'x'.repeat(600) }, 422],
    ['half a character', { id: 'a\ud800' }, 422],
    ['a line end in the id', { id: 'a\r\nb' }, 422],
    ['a number that JSON cannot hold', { id: 2 ** 53 }, 422],
    ['a fraction', { id: 1.5 }, 422],
    ['no own id', Object.create({ id: 'a' }), 422],
    ['two tasks inside', { one: { id: 'a' }, two: { id: 'b' } }, 422],
    ['a list of tasks inside', { tasks: [{ id: 'a' }] }, 422],
    ['a task far inside', { a: { b: { id: 'a' } } }, 422],
    ['a body that is not JSON', 'id=a', 400],
    ['an array', [{ id: 'a' }], 400],
    ['no body', undefined, 400],
    ['a body that is too large', { id: 'a' }, 413, { length: '1000001' }],
  ];
  for (const [name, body, httpStatus, options] of refusedBodies)
    it(`answers ${name} with ${httpStatus} and asks nobody`, async () => {
      const service = fakeService(() => done);
      expect(await call(body, options)).toMatchObject({ httpStatus, items: undefined });
      expect(service.requests).toEqual([]);
    });

  it.each([
    ['a number', { id: 7 }, '7'],
    ['blanks around it', { id: ' a ' }, 'a'],
    ['a task inside', { event: 'finished', task: { id: 'a', status: 'completed' } }, 'a'],
    ['another name', { task_id: 'a' }, 'a'],
    ['the name of a part of every object', { id: '__proto__' }, '__proto__'],
    ['a way out of the address', { id: '../admin?x=1#' }, '..%2Fadmin%3Fx%3D1%23'],
  ])('reads an id with %s', async (_, body, asked) => {
    const service = fakeService(() => done, { strict: false });
    expect((await call(body)).items).toHaveLength(1);
    expect(service.requests.map(({ path }) => path)).toEqual([`/v1/tasks/${asked}`]);
  });

  it('answers 502, starts nothing and shows no key when its own key is refused', async () => {
    const service = fakeService(() => ({ status: 401, body: { error: testCredential.apiKey } }));
    const result = await call({ id: 'a' });
    expect(result).toEqual({
      noWebhookResponse: true,
      httpStatus: 502,
      message: 'The service refused to tell the status of the task',
      items: undefined,
    });
    expect(service.requests).toHaveLength(1);
  });

  it('starts the workflow when the callback overtook the records of the service', async () => {
    const service = fakeService((_, index) =>
      index === 0 ? { status: 200, body: { status: 'pending' } } : done,
    );
    expect((await call({ id: 'a' })).items).toHaveLength(1);
    expect(service.requests).toHaveLength(2);
  });

  it('starts the workflow once for a task, however often and close together it is called', async () => {
    fakeService(() => done);
    const shared = { staticData: {}, node: 'once' };
    const results = await Promise.all([1, 2, 3].map(() => call({ id: 'a' }, shared)));
    const later = await call({ id: 'a' }, shared);
    const afterRestart = await call({ id: 'a' }, { ...shared, node: 'another process' });
    const other = await call({ id: 'b' }, shared);
    expect([...results, later].filter(({ items }) => items)).toHaveLength(1);
    expect(later).toMatchObject({
      httpStatus: 200,
      message: 'This workflow has already been started for this task',
    });
    expect(afterRestart.items).toBeUndefined();
    expect(other.items).toHaveLength(1);
  });

  it('starts the workflow once, wherever between answer and start the next call falls', async () => {
    fakeService(() => done);
    const shared = { staticData: {}, node: 'between' };
    for (let steps = 0; steps < 60; steps++) {
      const id = `after_${steps}`;
      let next: ReturnType<typeof call> | undefined;
      const callNext = async () => {
        for (let step = 0; step < steps; step++) await undefined;
        return await call({ id }, shared);
      };
      const first = await call({ id }, { ...shared, onAnswer: () => void (next ??= callNext()) });
      expect([first, await next!].filter(({ items }) => items)).toHaveLength(1);
    }
  });

  it('asks nobody about a task that has started the workflow', async () => {
    const service = fakeService(() => done);
    const shared = { staticData: {}, node: 'started' };
    await call({ id: 'a' }, shared);
    for (let again = 0; again < 3; again++) await call({ id: 'a' }, shared);
    expect(service.requests).toHaveLength(1);
  });

  it('remembers every task of callbacks that come together', async () => {
    fakeService(() => done);
    const node = 'together';
    const apart = [{ ids: ['old'] }, { ids: ['old'] }];
    await Promise.all([
      call({ id: 'a' }, { node, staticData: apart[0]! }),
      call({ id: 'b' }, { node, staticData: apart[1]! }),
    ]);
    expect(apart).toContainEqual({ ids: ['old', 'a', 'b'] });
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

  it('forgets the oldest tasks when it has started for many, and never the newest', async () => {
    fakeService(() => done);
    const old = Array.from({ length: 1_000 }, (_, index) => `old_${index}`);
    const staticData = { ids: old };
    const calls = ['process 1', 'process 2'].map((node) => ({ node, staticData }));
    expect((await call({ id: 'new' }, calls[0])).items).toHaveLength(1);
    expect((await call({ id: 'new' }, calls[1])).items).toBeUndefined();
    expect(staticData.ids).toEqual([...old.slice(1), 'new']);
  });

  it('answers by itself when it starts, or n8n would forget what the node remembers', async () => {
    fakeService(() => done);
    expect(await call({ id: 'a' })).toMatchObject({
      noWebhookResponse: true,
      message: 'The workflow was started',
    });
  });

  it('tells calls that come together for a task the same, and asks once', async () => {
    const service = fakeService(() => ({ status: 401, body: {} }));
    const shared = { staticData: {}, node: 'same' };
    const results = await Promise.all([1, 2, 3].map(() => call({ id: 'a' }, shared)));
    expect(results.map(({ httpStatus }) => httpStatus)).toEqual([502, 502, 502]);
    expect(service.requests).toHaveLength(1);
  });

  it('takes a later call when an earlier one could not be verified', async () => {
    const service = fakeService((_, index) => (index === 0 ? { status: 401, body: {} } : done));
    const shared = { staticData: {}, node: 'later' };
    expect((await call({ id: 'a' }, shared)).httpStatus).toBe(502);
    expect((await call({ id: 'a' }, shared)).items).toHaveLength(1);
    expect(service.requests).toHaveLength(2);
  });

  it('takes the same task again at its test URL', async () => {
    fakeService(() => done);
    const shared = { staticData: {}, node: 'test', mode: 'manual' };
    expect((await call({ id: 'a' }, shared)).items).toHaveLength(1);
    expect((await call({ id: 'a' }, shared)).items).toHaveLength(1);
  });

  it('does not start for a result that is not asked for', async () => {
    fakeService(() => ({ status: 200, body: { status: 'failed' } }));
    const result = await call({ id: 'a' }, { statuses: ['completed'] });
    expect(result).toMatchObject({ httpStatus: 200, items: undefined });
  });

  it('claims to know of no failed task whether it was paid for', async () => {
    fakeService(() => ({ status: 200, body: { status: 'failed' } }));
    const { items } = await call({ id: 'a' });
    expect(items?.[0]?.json).toMatchObject({ status: 'failed', paid: 'unknown' });
  });

  it('lets n8n evaluate expressions only for the calls that it looks at', async () => {
    const held: number[] = [];
    fakeService(() => (held.push(holding.size), done));
    let stored = () => {};
    // n8n keeps what a call holds until it has stored what the node remembers.
    const storing = new Promise<void>((resolve) => (stored = resolve));
    const shared = { staticData: {}, node: 'holding', storing };
    const started = Array.from({ length: 200 }, (_, index) => call({ id: `${index}` }, shared));
    const again = Array.from({ length: bounds.sharing }, () => call({ id: '199' }, shared));
    expect((await Promise.all(started)).every(({ items }) => items)).toBe(true);
    expect((await Promise.all(again)).some(({ items }) => items)).toBe(false);
    stored();
    expect(held).toHaveLength(200);
    expect(Math.max(...held)).toBeLessThanOrEqual(bounds.atOnce);
  });

  it('turns calls away that come for a task over and over while it is looked at', async () => {
    const service = fakeService(() => ({ status: 404, body: {} }));
    const shared = { staticData: {}, node: 'over and over' };
    const results = await Promise.all(Array.from({ length: 100 }, () => call({ id: 'a' }, shared)));
    const statuses = results.map(({ httpStatus }) => httpStatus);
    expect(statuses.filter((status) => status === 404)).toHaveLength(1 + bounds.sharing);
    expect(statuses.filter((status) => status === 429)).toHaveLength(99 - bounds.sharing);
    expect(service.requests.length).toBeLessThanOrEqual(3);
  });

  it('starts every real task once amid 2,000 forged calls, and asks for few of those', async () => {
    const isReal = (path: string) => path.includes('/real_');
    const service = fakeService(({ path }) => (isReal(path) ? done : { status: 404, body: {} }));
    const shared = { staticData: {}, node: 'flooded' };
    const startedAtMs = Date.now();
    const forged: ReturnType<typeof call>[] = [];
    const real: ReturnType<typeof call>[] = [];
    for (let index = 0; index < 2_000; index++) {
      forged.push(call({ id: `forged_${index}` }, { ...shared, ip: '203.0.113.7' }));
      if (index % 100 !== 0) continue;
      // The service calls twice about each, as it may.
      const again = () => call({ id: `real_${index}` }, { ...shared, ip: '192.0.2.1' });
      real.push(again(), again());
    }
    const started = (await Promise.all(real)).flatMap(({ items }) => items ?? []);
    const ids = started.map(({ json }) => json.id);
    expect(new Set(ids).size).toBe(20);
    expect(ids).toHaveLength(20);
    const asked = service.requests.map(({ path }) => path);
    expect(asked.filter(isReal)).toHaveLength(20);
    const seconds = (Date.now() - startedAtMs) / 1000;
    const most = bounds.fruitless + bounds.fruitlessPerSecond * seconds;
    expect(asked.filter((path) => !isReal(path)).length).toBeLessThanOrEqual(most);

    expect(await forged.at(-1)).toMatchObject({
      httpStatus: 429,
      message: 'Too many calls are waiting to be checked',
      retryAfter: expect.stringMatching(/^\d+$/),
    });
  });

  it('asks once for a task that the service does not know, while many calls come', async () => {
    const service = fakeService(() => ({ status: 404, body: {} }));
    const shared = { staticData: {}, node: 'repeated', ip: '203.0.113.7' };
    await Promise.all(
      Array.from({ length: bounds.fruitless - 1 }, (_, index) =>
        call({ id: `forged_${index}` }, shared),
      ),
    );
    const asked = service.requests.length;
    for (let repeat = 0; repeat < 5; repeat++)
      expect(await call({ id: 'forged_1' }, shared)).toMatchObject({ httpStatus: 404 });
    expect(service.requests).toHaveLength(asked);
  });

  describe('with the label of an order', () => {
    const labelOf = async (key: string, label = 'order 1042') => {
      const url = addLabel('https://n8n.test/a', await labelSigner(key).sign(label));
      return Object.fromEntries(new URL(url).searchParams);
    };

    it('hands out one that was signed with the account’s key', async () => {
      fakeService(() => done);
      const { items } = await call({ id: 'a' }, { query: await labelOf(testCredential.apiKey) });
      expect(items?.[0]?.json).toMatchObject({ id: 'a', label: 'order 1042' });
    });

    it.each([
      ['signed with another key', async () => await labelOf('someone else’s key')],
      [
        'changed on the way',
        async () => ({ ...(await labelOf(testCredential.apiKey)), videogen_label: 'order 1043' }),
      ],
      ['not signed', async () => ({ videogen_label: 'order 1042', videogen_signature: '' })],
    ])('starts the workflow without one that was %s', async (_, query) => {
      fakeService(() => done);
      const { items } = await call({ id: 'a' }, { query: await query() });
      expect(items?.[0]?.json).toMatchObject({ id: 'a', status: 'completed' });
      expect(items?.[0]?.json).not.toHaveProperty('label');
    });
  });
});
