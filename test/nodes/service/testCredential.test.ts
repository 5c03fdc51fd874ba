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
const { testVideoGenApi } = require('../../../dist/nodes/service/testCredential.js') as {
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

describe('the credential test', () => {
  it('accepts a key that the service accepts, and creates no task', async () => {
    expect(await test(`${sandbox.url}/`, 'the-right-key')).toEqual({
      status: 'OK',
      message: 'The service accepted the API key. No task was created.',
    });
  });

  it('only reads, with the key as a Bearer token', async () => {
    const url = await answering(({ response }) => response.writeHead(404).end('{}'));
    expect((await test(url, 'my-key')).status).toBe('OK');
    expect(
      bare?.requests.map(({ path, headers, body }) => [path, headers.authorization, body]),
    ).toEqual([['/v1/tasks/credential-test-no-such-task', 'Bearer my-key', '']]);
  });

  it('says that the key was refused', async () => {
    expect(await test(sandbox.url, 'a-wrong-key')).toEqual({
      status: 'Error',
      message:
        "The service refused the API key (HTTP 401). Copy the key again from the service's dashboard.",
    });
  });

  it('says that nobody answers', async () => {
    const url = await answering(() => undefined);
    await bare?.close();
    bare = undefined;
    expect((await test(url, 'my-key')).message).toContain(
      `No answer from ${url}. Check the Base URL and the network. Cause:`,
    );
  });

  it('says that it is another kind of server', async () => {
    const url = await answering(({ response }) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>'),
    );
    expect(await test(url, 'my-key')).toEqual({
      status: 'Error',
      message:
        'This address answers, but not like the video service (HTTP 404). Check the Base URL.',
    });
  });

  it('says that the service is failing', async () => {
    const url = await answering(({ response }) => response.writeHead(503).end('{}'));
    expect(await test(url, 'my-key')).toEqual({
      status: 'Error',
      message:
        'The service is failing (HTTP 503), so the key could not be tested. Try again later.',
    });
  });

  it('does not follow a redirect with the key', async () => {
    const url = await answering(({ response, path }) =>
      response.writeHead(302, { location: `${path}-elsewhere` }).end(),
    );
    expect((await test(url, 'my-key')).message).toContain('not like the video service (HTTP 302)');
    expect(bare?.requests).toHaveLength(1);
  });

  it('says what is wrong with a base URL that is none', async () => {
    expect((await test('service.test', 'my-key')).message).toBe(
      'Expected the credential’s Base URL to be an http or https address without query or login',
    );
  });

  it('warns that a key sent over http can be read on its way', () => {
    const answer = { httpStatus: 404, contentType: 'application/json' };
    expect(judgeCredentialTest({ ...answer, baseUrl: 'http://service.test' }).message).toContain(
      'The Base URL starts with http://, so the key travels unencrypted.',
    );
    expect(judgeCredentialTest({ ...answer, baseUrl: 'https://service.test' }).message).toBe(
      'The service accepted the API key. No task was created.',
    );
  });
});
