import '../../engine/runWorkflow.ts';
import nock from 'nock';
import { createRequire } from 'node:module';
import type * as coreModule from 'n8n-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from 'videogen-sandbox';
import {
  startLoopbackService,
  type Handler,
  type LoopbackService,
} from '../../engine/loopbackService.ts';
import { judgeCredentialTest } from '../../../nodes/service/judgeCredentialTest.ts';
import type { testVideoGenApi as TestFunction } from '../../../nodes/service/testCredential.ts';

const require = createRequire(import.meta.url);
const { CredentialTestContext } = require('n8n-core') as typeof coreModule;
const { testVideoGenApi } = require('../../../.out/nodes/service/testCredential.js') as {
  testVideoGenApi: typeof TestFunction;
};

const test = (baseUrl: string, apiKey: string) =>
  testVideoGenApi.call(new CredentialTestContext(), {
    id: '1',
    name: 'test',
    type: 'videoGenApi',
    data: { baseUrl, apiKey },
  });

let sandbox: Sandbox;
let bare: LoopbackService | undefined;

beforeAll(async () => {
  nock.restore();
  sandbox = await startSandbox({ renderer: 'instant', keys: ['the-right-key'] });
});
afterEach(async () => {
  await bare?.close();
  bare = undefined;
});
afterAll(async () => {
  await sandbox.close();
  nock.activate();
});

const answering = async (handler: Handler) => (bare = await startLoopbackService(handler)).baseUrl;

/** Answers the right key in one way and every other in another. */
const keyed =
  (own: number, others: number, headers: Record<string, string> = {}): Handler =>
  ({ headers: sent, response }) =>
    response
      .writeHead(sent.authorization === 'Bearer my-key' ? own : others, headers)
      .end('{"error":"my-key"}');

describe('the credential test', () => {
  it('accepts a key that the service accepts, and creates no task', async () => {
    expect(await test(`${sandbox.url}/`, 'the-right-key')).toEqual({
      status: 'OK',
      message: 'The service accepted the API key. No task was created.',
    });
  });

  it('only reads, with the key and then with one that nobody has', async () => {
    const url = await answering(keyed(404, 401));
    expect((await test(url, ' my-key\n')).status).toBe('OK');
    expect(
      bare?.requests.map(({ path, headers, body }) => [path, headers.authorization, body]),
    ).toEqual([
      ['/v1/tasks/credential-test-no-such-task', 'Bearer my-key', ''],
      ['/v1/tasks/credential-test-no-such-task', 'Bearer credential-test-no-such-key', ''],
    ]);
  });

  it.each([
    ['with a path before it', (url: string) => `${url}/gate/`],
    ['with the version part', (url: string) => `${url}/v1/`],
    ['with the whole path of an operation', (url: string) => `${url}/v1/videos/generations`],
    ['with blanks', (url: string) => ` ${url} `],
    ['in capitals', (url: string) => url.replace('http', 'HTTP')],
  ])('tells a right key from a wrong one at a base URL %s', async (_, form) => {
    const url = await answering(keyed(404, 401));
    expect((await test(form(url), 'my-key')).status).toBe('OK');
    expect((await test(form(url), 'a-wrong-key')).message).toContain(
      'refused the API key (HTTP 401)',
    );
    expect(bare?.requests.every(({ path }) => /^(\/gate)?\/v1\/tasks\//.test(path))).toBe(true);
  });

  const html = { 'content-type': 'text/html' };
  const same =
    'but it gives the same answer to a made-up key, so we couldn’t check your key. Check the Base URL.';
  const another = (httpStatus: number) =>
    `This address answers, but not like the video service (HTTP ${httpStatus}). Check the Base URL.`;
  const accepted = 'The service accepted the API key. No task was created.';
  const answers: [string, Handler, string][] = [
    ['404 to the key, 401 to others', keyed(404, 401), accepted],
    ['404 to the key, 403 to others', keyed(404, 403), accepted],
    ['404 to the key, 400 to others', keyed(404, 400), accepted],
    ['200 to the key, 401 to others', keyed(200, 401), accepted],
    ['400 to the key, 401 to others', keyed(400, 401), accepted],
    ['an HTML page to the key, 401 to others', keyed(404, 401, html), accepted],
    ['401 to the key', keyed(401, 401), 'The service refused the API key (HTTP 401).'],
    ['403 to the key', keyed(403, 404), 'The service refused the API key (HTTP 403).'],
    ['404 to every key', keyed(404, 404), `(HTTP 404), ${same}`],
    ['400 to every key', keyed(400, 400), `(HTTP 400), ${same}`],
    ['200 to every key', keyed(200, 200), `(HTTP 200), ${same}`],
    ['a page that is not there, to every key', keyed(404, 404, html), another(404)],
    ['a login page, to every key', keyed(200, 200, html), another(200)],
    ['a page of no type', keyed(200, 200, { 'content-type': '' }), another(200)],
    [
      '404 to the key, 429 to the next',
      keyed(404, 429),
      'The service answers (HTTP 404), but we couldn’t check your key. Try again.',
    ],
    [
      '404 to the key, 503 to the next',
      keyed(404, 503),
      'The service answers (HTTP 404), but we couldn’t check your key. Try again.',
    ],
    [
      '503',
      keyed(503, 503),
      'The service is having problems right now (HTTP 503). Your key may be fine. Try again later.',
    ],
    [
      '429',
      keyed(429, 429),
      'The service is busy right now (HTTP 429). Your key may be fine. Try again later.',
    ],
    ['407', keyed(407, 407), 'The proxy between n8n and the service asks for a login (HTTP 407).'],
    [
      'a redirect to a login',
      keyed(302, 302, { location: 'https://login.test/?back=my-key' }),
      'This address sends you on to https://login.test/?*** (HTTP 302).',
    ],
  ];
  it.each(answers)('reads %s', async (_, handler, says) => {
    const url = await answering(handler);
    const { status, message } = await test(url, 'my-key');
    expect(message).toContain(says);
    expect(message).not.toContain('my-key');
    expect(status).toBe(says === accepted ? 'OK' : 'Error');
  });

  it('says that the sandbox refuses a wrong key, and takes a base URL with its version', async () => {
    expect(await test(`${sandbox.url}/v1`, 'a-wrong-key')).toEqual({
      status: 'Error',
      message:
        'The service refused the API key (HTTP 401). Copy the key again from the service’s dashboard.',
    });
    expect((await test(`${sandbox.url}/v1`, 'the-right-key')).status).toBe('OK');
  });

  it('says that nobody answers', async () => {
    const url = await answering(() => undefined);
    await bare?.close();
    bare = undefined;
    expect((await test(url, 'my-key')).message).toContain(
      `No answer from ${url}. Check the Base URL and the network. Cause:`,
    );
  });

  it('does not follow a redirect with the key', async () => {
    const url = await answering(({ response, path }) =>
      response.writeHead(302, { location: `${path}-elsewhere` }).end(),
    );
    expect((await test(url, 'my-key')).status).toBe('Error');
    expect(bare?.requests).toHaveLength(1);
  });

  it.each([
    ['service.test', 'my-key', 'isn’t a web address'],
    ['http://:my-key@service.test', 'my-key', 'contains a user name or a password'],
    ['http://service.test', ' ', 'The API Key of the VideoGen API credential is empty'],
    [
      'http://service.test',
      'my key',
      'contains a space or another character that doesn’t belong in a key',
    ],
    [
      'http://service.test',
      'my\u200bkey',
      'contains a space or another character that doesn’t belong in a key',
    ],
  ])('says what is wrong with %j and %j, and asks nobody', async (url, key, says) => {
    const { status, message } = await test(url, key);
    expect(status).toBe('Error');
    expect(message).toContain(says);
    expect(message).not.toContain('my-key@');
  });

  it('warns that a key sent over http can be read on its way', () => {
    const judge = (baseUrl: string) => {
      const answer = (httpStatus: number) => ({ httpStatus, contentType: '', location: '' });
      return judgeCredentialTest({ baseUrl, own: answer(404), madeUp: answer(401) }).message;
    };
    expect(judge('http://service.test')).toContain(
      'The Base URL starts with http://, so the key travels unencrypted.',
    );
    expect(judge('https://service.test')).toBe(accepted);
  });
});
