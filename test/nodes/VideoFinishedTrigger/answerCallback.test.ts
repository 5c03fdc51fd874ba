import nock from 'nock';
import { createRequire } from 'node:module';
import type { INodeType, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
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

/** The part of n8n that a webhook sees: no engine runs before the workflow is started. */
function call(
  body: unknown,
  {
    staticData = {} as object,
    statuses = ['completed', 'failed'],
    mode = 'webhook',
    node = `n${++calls}`,
    length = '99',
  } = {},
) {
  const sent = { httpStatus: 200, message: '' };
  const response = {
    status: (code: number) => ((sent.httpStatus = code), response),
    json: ({ message }: { message: string }) => ((sent.message = message), response),
    end: () => response,
  };
  const context = {
    getBodyData: () => body,
    getHeaderData: () => ({ 'content-length': length }),
    getResponseObject: () => response,
    getMode: () => mode,
    getWorkflow: () => ({ id: 'w' }),
    getNode: () => ({ id: node, name: 'Trigger' }),
    getWorkflowStaticData: () => staticData,
    getNodeParameter: () => statuses,
    getCredentials: async () => testCredential,
    helpers: {
      httpRequestWithAuthentication: async (_: string, options: { url: string }) => {
        const answer = await fetch(options.url, {
          headers: { authorization: `Bearer ${testCredential.apiKey}` },
        });
        return {
          statusCode: answer.status,
          headers: Object.fromEntries(answer.headers),
          body: await answer.text(),
        };
      },
    },
  };
  const result = trigger.webhook!.call(context as unknown as IWebhookFunctions);
  return result.then((given: IWebhookResponseData) => ({
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

  it('answers 502, starts nothing and shows no key when its own key is refused', async () => {
    const service = fakeService(() => ({ status: 401, body: { error: testCredential.apiKey } }));
    const result = await call({ id: 'a' });
    expect(result).toEqual({
      noWebhookResponse: true,
      httpStatus: 502,
      message: 'The task could not be verified',
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
    expect(later).toMatchObject({ httpStatus: 200, message: 'The task is known already' });
    expect(afterRestart.items).toBeUndefined();
    expect(other.items).toHaveLength(1);
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

  it('answers by itself when it starts, or n8n would forget what the node remembers', async () => {
    fakeService(() => done);
    expect(await call({ id: 'a' })).toMatchObject({
      noWebhookResponse: true,
      message: 'The workflow was started',
    });
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
});
