import { expect, it, vi } from 'vitest';
import { assignWakers, type Wakers } from '../../../nodes/sleep/assignWakers.ts';

const credential = { baseUrl: 'https://api.video.test', apiKey: 'key-0123456789' };
const sleeper = {
  executionId: '1',
  resumeUrl: 'https://assigning.test/webhook-waiting/1/x',
  statusUrl: 'https://assigning.test/form-waiting/1/y',
};

it('asks on with the credential as it was when the execution fell asleep, deleted or not', async () => {
  const sent: unknown[] = [];
  const getCredentials = vi.fn().mockResolvedValueOnce(credential);
  getCredentials.mockRejectedValue(new Error('Credential with ID "1" does not exist'));
  const context = {
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
  const wakers = await assignWakers(context, { sleeper, process: 'worker' }, 0);
  const { requester, role } = wakers as Wakers;
  expect(role).toEqual({ kind: 'alone' });
  const answer = await requester.ask('task', new AbortController().signal);
  expect(answer.kind).not.toBe('keyRefused');
  expect(sent[0]).toMatchObject({ url: expect.stringMatching(/^https:\/\/api\.video\.test\//) });
  expect(sent[1]).toMatchObject({ credentialsDecrypted: { data: credential } });
});
