import '../../engine/runWorkflow.ts';
import nock from 'nock';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type * as coreModule from 'n8n-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../listen.ts';
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

type Handler = (response: ServerResponse) => void;

let close = async () => {};
/** The requests that came, and their keys. */
let requests: Array<[path: string, key: string | undefined]> = [];

beforeAll(() => nock.restore());
afterEach(async () => await close());
afterAll(() => nock.activate());

async function answering(handler: Handler): Promise<string> {
  requests = [];
  const server = await listen(({ method, url, headers }, response) => {
    requests.push([`${method} ${url}`, headers.authorization]);
    handler(response.setHeader('content-type', 'application/json'));
  });
  close = async () => {
    close = async () => {};
    await server.close();
  };
  return server.url;
}
const saying =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (response) =>
    response.writeHead(status, headers).end('{"error":"my-key"}');

const accepted = 'The service answered and didn’t refuse the API key. No task was created.';

describe('the credential test', () => {
  it('only reads, once and with the key, at an address as people paste it', async () => {
    const url = await answering(saying(404));
    const pasted = ` ${url.replace('http', 'HTTP')}/gate/v1/videos/generations `;
    expect((await test(pasted, ' my-key\n')).status).toBe('OK');
    const path = '/gate/v1/tasks/credential-test-no-such-task';
    expect(requests).toEqual([[`GET ${path}`, 'Bearer my-key']]);
  });

  const busy = (status: number) =>
    `The service is busy or has problems right now (HTTP ${status}). Your key may be fine. Try again later.`;
  const page =
    'a web page answers there, or something else that isn’t JSON (HTTP 404). Check the Base URL.';
  const login = { location: 'https://login.test/?back=my-key' };
  it.each<[string, Handler, string]>([
    ['404', saying(404), accepted],
    ['400', saying(400), accepted],
    ['401', saying(401), 'The service refused the API key (HTTP 401).'],
    ['407', saying(407), 'the proxy on the way to the service asks for a login (HTTP 407)'],
    ['429', saying(429), busy(429)],
    ['500', saying(500), busy(500)],
    ['a page', saying(404, { 'content-type': 'text/html' }), page],
    ['a text', saying(404, { 'content-type': 'text/plain; charset=utf-8' }), page],
    ['a login', saying(302, login), 'sends you on to https://login.test/?*** (HTTP 302).'],
    ['a redirect to nowhere', saying(300), 'This address sends you on to another one (HTTP 300).'],
  ])('reads %s', async (_, handler, says) => {
    const url = await answering(handler);
    const { status, message } = await test(url, 'my-key');
    expect(message).toContain(says);
    expect(message).not.toContain('my-key');
    expect(status).toBe(says === accepted ? 'OK' : 'Error');
    expect(requests).toHaveLength(1);
  });

  it('says that nobody answers', async () => {
    const url = await answering(() => undefined);
    await close();
    expect((await test(`${url}/gate`, 'my-key')).message).toContain(
      `No answer from ${url}. Check the Base URL and the network. Cause: connect ECONNREFUSED`,
    );
  });

  it.each<[string, string, string, object?]>([
    ['http://:my-key@service.test', 'x', 'contains a user name or a password'],
    ['http://service.test', ' ', 'The API Key of the Video Generation API credential is empty'],
    ['http://service.test', 'my-key', 'The Model Family of the Video', { modelFamily: 'my-key?' }],
  ])('says what is wrong with %j and %j, and asks nobody', async (url, key, says, more = {}) => {
    const { status, message } = await test(url, key, more);
    expect(status).toBe('Error');
    expect(message).toContain(says);
    expect(message).not.toContain('my-key');
  });
});
