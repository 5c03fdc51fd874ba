import { expect, it, vi } from 'vitest';
import { openList } from '../../../nodes/restart/sealedList.ts';
import { assignWakers } from '../../../nodes/sleep/assignWakers.ts';
import { leaveRosters, rosterOf } from '../../../nodes/sleep/processState.ts';

const credential = { baseUrl: 'https://api.video.test', apiKey: 'key-0123456789' };
const sleeper = {
  executionId: '1',
  resumeUrl: 'https://assigning.test/webhook-waiting/1/x',
  statusUrl: 'https://assigning.test/form-waiting/1/y',
};

it('has one of each account list the others, for whoever has its key', async () => {
  const assign = async (executionId: string, apiKey: string) => {
    const context = {
      ...{ instanceSettings: { instanceType: 'main' }, getNode: () => ({ name: 'Wait' }) },
      getCredentials: async <T>() => ({ ...credential, apiKey }) as T,
      helpers: { httpRequest: async () => ({ statusCode: 200, body: 'null' }) },
    };
    const own = { ...sleeper, executionId };
    const wakers = await assignWakers(context as never, own);
    rosterOf(wakers.requester.account).noteStored(own, 600_000);
    return wakers;
  };
  for (const apiKey of ['one', 'other']) {
    const [first, second] = [await assign(`${apiKey} 1`, apiKey), await assign(apiKey, apiKey)];
    expect([first.kind, first.list, second.kind]).toEqual(['root', undefined, 'fresh']);
  }
  for (const apiKey of ['one', 'other']) {
    const { kind, list } = await assign(`${apiKey} 1`, apiKey);
    expect(kind).toBe('root');
    const listed = await openList(list!.sealed, apiKey, sleeper);
    expect(listed.map(({ executionId }) => executionId)).toEqual([apiKey]);
    leaveRosters(`${apiKey} 1`);
    leaveRosters(apiKey);
  }
});

it('asks on with the credential as it was when the execution fell asleep, deleted or not', async () => {
  const sent: unknown[] = [];
  const getCredentials = vi.fn().mockResolvedValueOnce(credential);
  getCredentials.mockRejectedValue(new Error('Credential with ID "1" does not exist'));
  const context = {
    instanceSettings: { instanceType: 'worker' },
    getNode: () => ({ name: 'Wait' }),
    getCredentials,
    helpers: {
      httpRequest: async () => ({ statusCode: 200, body: 'null' }),
      async httpRequestWithAuthentication(_: string, options: object, more: object) {
        sent.push(options, more);
        return { statusCode: 404, headers: {}, body: [Buffer.from('{}')] };
      },
    },
  };
  const { requester, kind } = await assignWakers(context, sleeper);
  expect(kind).toBe('alone');
  const answer = await requester.ask('task', new AbortController().signal);
  expect(answer.kind).not.toBe('keyRefused');
  expect(sent[0]).toMatchObject({ url: expect.stringMatching(/^https:\/\/api\.video\.test\//) });
  expect(sent[1]).toMatchObject({ credentialsDecrypted: { data: credential } });
  await requester.ask('task', AbortSignal.abort());
  expect(sent).toHaveLength(2);
});
