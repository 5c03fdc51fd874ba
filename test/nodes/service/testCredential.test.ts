import '../../engine/runWorkflow.ts';
import nock from 'nock';
import { createRequire } from 'node:module';
import type * as coreModule from 'n8n-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { testVideoGenerationApi as TestFunction } from '../../../nodes/service/testCredential.ts';

const require = createRequire(import.meta.url);
const { CredentialTestContext } = require('n8n-core') as typeof coreModule;
const { testVideoGenerationApi } = require('../../../dist/nodes/service/testCredential.js') as {
  testVideoGenerationApi: typeof TestFunction;
};

const test = (baseUrl: string, apiKey: string, more: object = {}) =>
  testVideoGenerationApi.call(new CredentialTestContext() as never, {
    id: '1',
    name: 'test',
    type: 'videoGenerationApi',
    data: { baseUrl, apiKey, ...more },
  });

const url = 'http://service.test';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

/** A service that answers like this, and the requests that come, with their keys. */
function answering(status: number, headers: Record<string, string> = {}) {
  const requests: Array<[path: string, key: string | null]> = [];
  nock(/./)
    .persist()
    .get(/.*/)
    .reply((sent: Request) => {
      requests.push([sent.url, sent.headers.get('authorization')]);
      return [status, '{"error":"my-key"}', { 'content-type': 'application/json', ...headers }];
    });
  return requests;
}

const accepted = 'The service answered and didn’t refuse the API key. No task was created.';

describe('the credential test', () => {
  it('only reads, once and with the key, at an address as people paste it', async () => {
    const requests = answering(404);
    const pasted = ` ${url.replace('http', 'HTTP')}/gate/v1/videos/generations `;
    expect((await test(pasted, ' my-key\n')).status).toBe('OK');
    const task = `${url}/gate/v1/tasks/credential-test-no-such-task`;
    expect(requests).toEqual([[task, 'Bearer my-key']]);
  });

  const busy = (status: number) =>
    `The service is busy or has problems right now (HTTP ${status}). Your key may be fine. Try again later.`;
  const page =
    'a web page answers there, or something else that isn’t JSON (HTTP 404). Check the Base URL.';
  const login = { location: 'https://login.test/?back=my-key' };
  it.each<[number, object, string]>([
    [404, {}, accepted],
    [400, {}, accepted],
    [401, {}, 'The service refused the API key (HTTP 401).'],
    [407, {}, 'the proxy on the way to the service asks for a login (HTTP 407)'],
    [429, {}, busy(429)],
    [500, {}, busy(500)],
    [404, { 'content-type': 'text/html' }, page],
    [404, { 'content-type': 'text/plain; charset=utf-8' }, page],
    [302, login, 'sends you on to https://login.test/?*** (HTTP 302).'],
    [300, {}, 'This address sends you on to another one (HTTP 300).'],
  ])('reads HTTP %i with %j', async (httpStatus, headers, says) => {
    const requests = answering(httpStatus, headers as Record<string, string>);
    const { status, message } = await test(url, 'my-key');
    expect(message).toContain(says);
    expect(message).not.toContain('my-key');
    expect(status).toBe(says === accepted ? 'OK' : 'Error');
    expect(requests).toHaveLength(1);
  });

  const unanswered = `No answer from ${url}. Check the Base URL and the network. Cause: `;
  it.each<[string, string, string, object?]>([
    ['http://:my-key@service.test', 'x', 'contains a user name or a password'],
    [url, ' ', 'The API Key of the Video Generation API credential is empty'],
    [url, 'my-key', 'The Model Family of the Video', { modelFamily: 'my-key?' }],
    [`${url}/gate`, 'my-key', unanswered],
  ])(
    'says what is wrong with %j and %j, and asks nobody',
    async (address, key, says, more = {}) => {
      const { status, message } = await test(address, key, more);
      expect(status).toBe('Error');
      expect(message).toContain(says);
      expect(message).not.toContain('my-key');
    },
  );
});
