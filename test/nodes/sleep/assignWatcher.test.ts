import type { IExecuteFunctions } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { requesterOf } from '../../../nodes/sleep/assignWatcher.ts';
const credential = { baseUrl: 'https://api.videogen.test', apiKey: 'key-0123456789' };

it('asks on with the credential as it was when the execution fell asleep, deleted or not', async () => {
  const sent: unknown[] = [];
  const context = {
    getNode: () => ({ name: 'Wait' }),
    getCredentials: () => Promise.reject(new Error('Credential with ID "1" does not exist')),
    helpers: {
      async httpRequestWithAuthentication(_: string, options: object, more: object) {
        sent.push(options, more);
        return { statusCode: 404, headers: {}, body: [Buffer.from('{}')] };
      },
    },
  } as unknown as IExecuteFunctions;
  const requester = await requesterOf(context, credential);
  const answer = await requester.ask('task', new AbortController().signal);
  expect(answer.kind).not.toBe('keyRefused');
  expect(sent[0]).toMatchObject({ url: expect.stringMatching(/^https:\/\/api\.videogen\.test\//) });
  expect(sent[1]).toMatchObject({ credentialsDecrypted: { data: credential } });
});
