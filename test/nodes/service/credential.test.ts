import nock from 'nock';
import { createRequire } from 'node:module';
import type { ICredentialType } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../../nodes/generated/contract.ts';
import { bearerHeader, readAccount } from '../../../nodes/service/credential.ts';
import { TestCredentials } from '../../engine/credentials.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { runNode } from '../../engine/runNode.ts';
import { keepUnwatched } from '../../engine/unwatched.ts';
import { haveVirtualTime } from '../../engine/virtualTime.ts';

const require = createRequire(import.meta.url);
const { VideoGenApi } = require('../../../dist/credentials/VideoGenApi.credentials.js') as {
  VideoGenApi: new () => ICredentialType;
};

const { path } = operations.createVideo;
const version = `/${path.split('/')[1]}`;
const task = operations.getTask.path;
const read = (baseUrl: unknown, apiKey: unknown) => readAccount({ baseUrl, apiKey } as never);

describe('readAccount', () => {
  it.each([
    ['  a-key\r\n', 'a-key'],
    [' bearer\ta-key ', 'a-key'],
    ['Bearer  !a-key~', '!a-key~'],
    ['bearer-of-news', 'bearer-of-news'],
    [12345, '12345'],
  ])('takes the key %j for %j', (typed, key) => {
    expect(read('https://a.test', typed).key).toBe(key);
  });

  it.each([
    ['', 'is empty'],
    [undefined, 'is empty'],
    [{ key: 'a-key' }, 'is empty'],
    ['my bearer key', 'contains a space or another character'],
    ['a\u007f', 'contains a space or another character'],
  ])('refuses the key %j because it %s', (typed, why) => {
    expect(() => read('https://a.test', typed)).toThrow(
      `The API Key of the VideoGen API credential ${why}`,
    );
  });

  it.each([
    ['  https://a.test///\n', 'https://a.test'],
    [`https://a.test${version.toUpperCase()}/`, 'https://a.test'],
    [`https://a.test${path}/`, 'https://a.test'],
    [`https://a.test${task.replace(/\{.*\}/, 'task_1')}`, 'https://a.test'],
    [`https://a.test//gate/${path}`, 'https://a.test/gate'],
    [`https://a.test/gate${version}/other`, 'https://a.test/gate'],
  ])('takes the address %j for %j', (typed, baseUrl) => {
    expect(read(typed, 'a-key').baseUrl).toBe(baseUrl);
  });

  it.each([
    ['   ', 'is empty'],
    [undefined, 'is empty'],
    ['api.example.com:8080', 'isn’t a web address'],
    ['ftp://api.example.com', 'isn’t a web address'],
    ['xhttps://a.test', 'isn’t a web address'],
    ['http://me:se/cret@a.test', 'isn’t a web address'],
    ['https://:secret@a.test', 'contains a user name or a password'],
    ['https://secret@a.test', 'contains a user name or a password'],
    ['https://a.test/?key=secret', 'contains a ? or a #'],
    ['https://a.test/#secret', 'contains a ? or a #'],
  ])('refuses the address %j because it %s, and shows no secret of it', (typed, why) => {
    expect(() => read(typed, 'a-key')).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`The Base URL of the VideoGen API credential ${why}`),
        description: 'Nothing was sent. Open the VideoGen API credential and fix it.',
      }),
    );
    expect(() => read(typed, 'a-key')).toThrow(/^(?!.*(secret|cret@))/s);
  });
});

it('the credential adds the key as a Bearer token and leaves the request as it is', async () => {
  // A function outlives the run that started a request; an expression doesn't.
  const authenticate = new VideoGenApi().authenticate as (...by: object[]) => Promise<object>;
  const request = { url: 'http://a.test', headers: { Accept: 'application/json' }, body: {} };
  const given = structuredClone(request);
  expect(await authenticate({ apiKey: ' Bearer my-key\n' }, request)).toEqual({
    ...given,
    headers: { Accept: 'application/json', ...bearerHeader('my-key') },
  });
  expect(bearerHeader('my-key')).toEqual({ Authorization: 'Bearer my-key' });
  expect(request).toEqual(given);
});

describe('a visit of a node over 40 rows', () => {
  haveVirtualTime();
  keepUnwatched();
  afterEach(() => {
    vi.restoreAllMocks();
    nock.cleanAll();
  });

  const items = Array.from({ length: 40 }, (_, n) => ({ json: { id: `task_${n}`, n } }));
  const plain = { baseUrl: 'http://service.test', apiKey: 'key-0123456789' };
  const run = async (type: string, parameters: object, credential: object) => {
    const service = fakeService(({ path }) =>
      // n8n's own answer: it can be reached.
      path.startsWith('/form-waiting/')
        ? { status: 200, body: 'null' }
        : { status: 200, body: { id: 'task_1', status: 'pending' } },
    );
    const reads = vi.spyOn(TestCredentials.prototype, 'getDecrypted');
    const n8nUrl = plain.baseUrl;
    const given = { parameters, credential, items, n8nUrl } as object;
    const { error } = await runNode({ type, ...given } as never);
    const sent = service.requests.filter(({ path }) => path.startsWith('/v1')).length;
    return { reads: reads.mock.calls.length, sent, message: error?.message };
  };

  const create = { operation: 'create', prompt: 'x' };
  const getStatus = { operation: 'getStatus', taskId: '={{ $json.id }}' };

  it.each<[string, string, object]>([
    ['Create and Wait', 'createVideo', { ...create, operation: 'createAndWait' }],
    ['Wait', 'waitForVideo', { taskId: '={{ $json.id }}' }],
    ['Get Status', 'waitForVideo', getStatus],
  ])('reads the credential once, and looks once whether it may: %s', async (_, type, form) => {
    expect((await run(type, form, plain)).reads).toBe(2);
  });

  it('reads it for each row, once, where an expression makes part of it', async () => {
    const apiKey = '={{ "key-0123456789" + ($json.n < 0 ? "-" : "") }}';
    expect((await run('createVideo', create, { ...plain, apiKey })).reads).toBe(41);
  });

  it.each([
    ['createVideo', create, { apiKey: '={{ "key-0123456789-" + ($json.n > 38 ? 1 : 0) }}' }],
    ['waitForVideo', getStatus, { baseUrl: '={{ "http://a.test/" + ($json.n > 38 ? 1 : 0) }}' }],
  ])('refuses rows of several accounts before anything is sent: %s', async (type, form, own) => {
    const { message, sent } = await run(type, form, { ...plain, ...own });
    expect(message).toContain(
      'The VideoGen API credential has an expression, and rows 1 and 40 come to different accounts of the service. Send the rows of each account to a node of their own',
    );
    expect(sent).toBe(0);
  });
});
