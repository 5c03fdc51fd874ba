import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callTool } from '../../engine/callTool.ts';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { runNode, testCredential, type NodeRun } from '../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const goOn = { settings: { onError: 'continueErrorOutput' } } as const;

/** Looks at the tasks of these ids. */
async function look(ids: unknown[], options: INodeParameters = {}, more: Partial<NodeRun> = {}) {
  const { outputs, error, run } = await runNode({
    type: 'waitForVideo',
    parameters: {
      operation: 'getStatus',
      options: { output: 'everything', keepInput: false, ...options },
    },
    items: ids.map((id) => ({ json: { id } as never })),
    ...more,
  });
  const [done = [], failed = []] = outputs.map((items) => items.map(({ json }) => json));
  return { items: outputs[0] ?? [], done, failed, error, run };
}

const told = (status: string, more: object = {}): Reply => ({
  status: 200,
  body: { status, ...more },
});

describe('WaitForVideo, Get Status', () => {
  const videoUrl = 'https://files.test/a.mp4';
  it.each([
    ['rendering', { progress: 40 }, { progress: 40, finished: false }],
    ['completed', { results: [videoUrl] }, { videoUrl, finished: true }],
    ['completed', {}, { finished: false }],
    ['failed', { error: 'too dark' }, { taskError: 'too dark', finished: true }],
    ['Canceled', { paid: 12, finished: 'no' }, { paid: 12, taskFinished: 'no', finished: true }],
  ])('gives a task that is %s as data: %o', async (status, more, want) => {
    const service = fakeService(() => told(status, more));
    const { done, error, run } = await look(['a']);
    expect(error).toBeUndefined();
    expect(run.status).toBe('success');
    expect(done).toEqual([expect.objectContaining({ id: 'a', status, ...want })]);
    expect(service.requests).toHaveLength(1);
  });

  it('asks once for each task of rows and lists, and gives out each ID paired with its row', async () => {
    const service = fakeService(({ path }) => told(path.endsWith('b') ? 'failed' : 'pending'));
    const { items } = await look(['a (row 1)\nb (row 2)', 'a', '__proto__']);
    expect(items.map(({ json, pairedItem }) => [json.id, json.status, pairedItem])).toEqual([
      ['a', 'pending', { item: 0 }],
      ['b', 'failed', { item: 0 }],
      ['a', 'pending', { item: 1 }],
      ['__proto__', 'pending', { item: 2 }],
    ]);
    expect(service.requests).toHaveLength(3);
  });

  const key = testCredential.apiKey;
  it.each([
    [{ status: 404, body: {} }, 'notFound', /^The service doesn’t know task a: HTTP 404/],
    [{ status: 401, body: { message: key } }, 'unanswered', /^The service refused the API key/],
  ] as Array<[Reply, string, RegExp]>)(
    'fails where the task could not be read, after one request: %o',
    async (reply, reason, message) => {
      const service = fakeService(() => reply);
      const { error, run } = await look(['a']);
      expect(error?.message).toMatch(message);
      expect(error?.description).toMatch(
        /^Check the service’s dashboard to see whether the video was charged\. [A-Z]/,
      );
      expect(error?.context).toMatchObject({ taskId: 'a', reason });
      expect(error?.context).not.toHaveProperty('paid');
      expect(service.requests).toHaveLength(1);
      expect(JSON.stringify(run)).not.toContain(key);
    },
  );

  it('asks nothing where its operation is none that it has', async () => {
    const service = fakeService(() => told('pending'));
    const { error } = await look(['a'], {}, { parameters: { operation: 'look' } });
    expect(error?.message).toBe('Operation must be one of "wait", "getStatus", but it is "look".');
    expect(service.requests).toEqual([]);
  });

  it('sends only the row that could not be read down the error branch', async () => {
    fakeService(({ path }) => (path.endsWith('b') ? { status: 404, body: {} } : told('failed')));
    const { done, failed } = await look(['a', 'b', '', 'c'], {}, goOn);
    expect(done.map(({ id }) => id)).toEqual(['a', 'c']);
    // It has spent nothing, so it says nothing of money.
    const details = { taskId: 'b', reason: 'notFound' };
    expect(failed[0]!.details).toEqual(details);
    expect(failed).toMatchObject([
      { error: expect.stringMatching(/^The service doesn’t know task b/) as string, details },
      { error: 'Task ID is empty.' },
    ]);
  });

  it('leaves the file to others where an agent waits, and does not repeat its question', async () => {
    const asked = fakeService(() => told('completed', { results: [videoUrl] }));
    const calls = [{ Task_ID: 'a' }];
    const [heard] = await callTool({ type: 'waitForVideo', parameters: {}, calls });
    expect(JSON.parse(heard!.answer!)).toEqual([{ id: 'a', status: 'completed', videoUrl }]);
    expect(asked.requests).toHaveLength(1);
  });
});
