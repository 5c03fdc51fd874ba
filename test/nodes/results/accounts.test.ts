import { randomUUID } from 'node:crypto';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService, type SentRequest } from '../../engine/fakeService.ts';
import { runNode, testCredential } from '../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const accountOf = ({ headers }: SentRequest) => headers.authorization!.at(-1)!;
const credential = { ...testCredential, apiKey: '={{ $json.key }}' };
const rowOf = (account: string) => ({
  json: { id: 'task-1', key: `key-of-account-${account}`, idea: account },
});
const waiting = { intervalSeconds: 1 };

/** Two accounts, each of which counts its tasks from 1. */
function countingService({ endOfB = 'completed' } = {}) {
  return fakeService((request) => {
    const account = accountOf(request);
    if (request.method === 'POST')
      return { status: 200, body: { id: 'task-1', status: 'pending' } };
    const status = account === 'b' ? endOfB : 'completed';
    const results = [`https://files.test/${account}.mp4`];
    return { status: 200, body: { id: 'task-1', status, results, account } };
  });
}
const looks = ({ requests }: { requests: SentRequest[] }) =>
  requests.filter(({ method }) => method === 'GET').map(accountOf);

describe('tasks of two accounts that have the same ID', () => {
  it.each([
    { type: 'waitForVideo', operation: 'wait' },
    { type: 'waitForVideo', operation: 'getStatus' },
    { type: 'createVideo', operation: 'createAndWait' },
  ])('are two tasks: $operation', async ({ type, operation }) => {
    const service = countingService();
    const { outputs, error } = await runNode({
      type,
      credential,
      items: ['a', 'b', 'a'].map(rowOf),
      parameters: {
        operation,
        taskId: '={{ $json.id }}',
        ...{ mode: 'textToVideo', model: 'standard', prompt: '={{ $json.idea }}' },
        waiting,
      },
    });
    expect(error).toBeUndefined();
    expect(outputs[0]!.map(({ json }) => [json.id, json.videoUrl])).toEqual(
      ['a', 'b', 'a'].map((account) => ['task-1', `https://files.test/${account}.mp4`]),
    );
    expect(looks(service).toSorted()).toEqual(['a', 'b']);
  });

  it('fail each on its own, and are called by their ID', async () => {
    countingService({ endOfB: 'failed' });
    const { outputs } = await runNode({
      type: 'waitForVideo',
      credential,
      settings: { onError: 'continueErrorOutput' },
      items: ['a', 'b'].map(rowOf),
      parameters: { operation: 'wait', taskId: '={{ $json.id }}', waiting },
    });
    expect(outputs[0]!.map(({ json }) => json.account)).toEqual(['a']);
    expect(outputs[1]!.map(({ json }) => json.error)).toEqual(['Task task-1 failed: account: b']);
  });

  it('have each a file of its own', async () => {
    const service = countingService();
    for (const account of ['a', 'b'])
      nock('https://files.test').get(`/${account}.mp4`).reply(200, `video ${account}`, {
        'content-type': 'video/mp4',
      });
    const { outputs, error } = await runNode({
      type: 'waitForVideo',
      credential,
      executionId: randomUUID(),
      items: ['a', 'b'].map(rowOf),
      parameters: { operation: 'wait', taskId: '={{ $json.id }}', download: true, waiting },
    });
    expect(error).toBeUndefined();
    const files = outputs[0]!.map(({ binary }) => binary!.data!);
    expect(files.map(({ data }) => Buffer.from(data, 'base64').toString())).toEqual([
      'video a',
      'video b',
    ]);
    expect(service.requests).toHaveLength(2);
  });
});
