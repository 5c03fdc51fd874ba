import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { runNode, testCredential } from '../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const items = ['a', 'b'].map((account) => ({
  json: { id: `task_of_${account}`, key: `key-of-account-${account}` },
}));

/** Knows a task only by the key of its account, and finishes it at the second look. */
const twoAccounts = () => {
  const looks = new Map<string, number>();
  return fakeService(({ path, headers }) => {
    const account = headers.authorization?.at(-1);
    if (!path.endsWith(`_of_${account}`)) return { status: 404, body: {} };
    looks.set(path, (looks.get(path) ?? 0) + 1);
    return looks.get(path) === 1
      ? { status: 200, body: { status: 'pending' } }
      : { status: 200, body: { status: 'completed', results: [`https://files.test/${account}`] } };
  });
};

describe('Wait for Video with a credential that is another for each row', () => {
  it('asks for each task with its own key, and says why it stays awake', async () => {
    const service = twoAccounts();
    const { run, outputs, error } = await runNode({
      type: 'waitForVideo',
      parameters: { taskId: '={{ $json.id }}', options: { intervalSeconds: 1 } },
      items,
      credential: { ...testCredential, apiKey: '={{ $json.key }}' },
    });
    expect(error).toBeUndefined();
    expect(service.requests).toHaveLength(4);
    expect(outputs[0]?.map(({ json }) => [json.id, json.videoUrl])).toEqual([
      ['task_of_a', 'https://files.test/a'],
      ['task_of_b', 'https://files.test/b'],
    ]);
    expect(run.data.waitTill).toBeUndefined();
    const hints = run.data.resultData.runData['Under Test']?.[0]?.hints ?? [];
    expect(hints.map(({ message }) => message).join()).toContain(
      'because its rows use several accounts of the service',
    );
  });
});
