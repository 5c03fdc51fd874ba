import nock from 'nock';
import { createRequire } from 'node:module';
import type { ICredentialType } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { modelFamily, modes, operations } from '../../../nodes/generated/contract.ts';
import {
  bearerHeader,
  readAccount,
  readCredential,
  readModelFamily,
} from '../../../nodes/service/credential.ts';
import { TestCredentials } from '../../engine/credentials.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { runNode, testCredential } from '../../engine/runNode.ts';

const require = createRequire(import.meta.url);
const { VideoGenerationApi } =
  require('../../../dist/credentials/VideoGenerationApi.credentials.js') as {
    VideoGenerationApi: new () => ICredentialType;
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
    ['__n8n_BLANK_VALUE_e5362baf-c777-4d57-a609-6eaf1f9e87f6', 'holds n8n’s placeholder'],
    ['my bearer key', 'contains a space or another character'],
    ['a\u007f', 'contains a space or another character'],
  ])('refuses the key %j because it %s', (typed, why) => {
    expect(() => read('https://a.test', typed)).toThrow(
      `The API Key of the Video Generation API credential ${why}`,
    );
  });

  it.each([
    ['  http://a.test/gate///\n', 'http://a.test/gate'],
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
        message: expect.stringContaining(
          `The Base URL of the Video Generation API credential ${why}`,
        ),
        description: 'Nothing was sent. Open the Video Generation API credential and fix it.',
      }),
    );
    expect(() => read(typed, 'a-key')).toThrow(/^(?!.*(secret|cret@))/s);
  });
});

describe('readModelFamily', () => {
  it.each([
    [undefined, modelFamily],
    [' x-2.0\n', 'x-2.0'],
    ['x-2.0-', 'x-2.0'],
    ['x-2.0-mini', 'x-2.0-mini'],
    ['y-1.1', 'y-1.1'],
    ['maker/Y_1.1', 'maker/Y_1.1'],
    ['x-2.0-mini-image-to-video', 'x-2.0-mini'],
    ['fast-text-to-video-2.0', 'fast-text-to-video-2.0'],
  ])('takes %j for %j', (typed, family) => {
    expect(readModelFamily(typed)).toBe(family);
  });

  it('takes a whole identifier of any mode and tier for its family', () => {
    const suffixes = Object.values(modes).flatMap((mode) => Object.values(mode.suffixes));
    expect(suffixes.map((suffix) => readModelFamily(`x-2.0${suffix}`))).toEqual(
      suffixes.map(() => 'x-2.0'),
    );
    const ids = Object.values(modes).flatMap(({ models }) => Object.values(models));
    expect(ids.map(readModelFamily)).toEqual(ids.map(() => modelFamily));
  });

  it.each([
    ['', 'is empty'],
    [null, 'is empty'],
    [' - ', 'is empty'],
    ['-text-to-video', 'is empty'],
    ['x 2.0', 'contains a space or another character'],
    ['"x-2.0-text-to-video"', 'contains a space or another character'],
    ['x-2.0…', 'contains a space or another character'],
    ['https://a.test/v1', 'contains a space or another character'],
  ])('refuses %j because it %s', (typed, why) => {
    const message = expect.stringContaining(
      `The Model Family of the Video Generation API credential ${why}`,
    ) as string;
    const description = 'Nothing was sent. Open the Video Generation API credential and fix it.';
    expect(() => readModelFamily(typed)).toThrow(expect.objectContaining({ message, description }));
  });
});

it('the credential adds the key as a Bearer token and leaves the request as it is', async () => {
  // A function outlives the run that started a request; an expression doesn't.
  const authenticate = new VideoGenerationApi().authenticate as (
    ...by: object[]
  ) => Promise<object>;
  const request = { url: 'http://a.test', headers: { Accept: 'application/json' }, body: {} };
  const given = structuredClone(request);
  expect(await authenticate({ apiKey: ' Bearer my-key\n' }, request)).toEqual({
    ...given,
    headers: { Accept: 'application/json', ...bearerHeader('my-key') },
  });
  expect(bearerHeader('my-key')).toEqual({ Authorization: 'Bearer my-key' });
  expect(request).toEqual(given);
});

describe('readCredential, over three rows', () => {
  const plain = { baseUrl: 'https://a.test', apiKey: 'a-key' };
  /** A visit in which the credential comes to these values, row by row. */
  function visit(stored: object, ...rows: object[]) {
    const getCredentials = vi.fn(async (_type: string, row = 0) => rows[row] ?? plain);
    const context = {
      getCredentials,
      getInputData: () => [{}, {}, {}],
      getNode: () => ({ credentials: { videoGenerationApi: { id: '1' } } }),
      getMode: () => 'manual',
      additionalData: { credentialsHelper: { getDecrypted: async () => stored } },
    };
    return { context: context as never, getCredentials };
  }

  it('reads once in a visit what has no expression', async () => {
    const { context, getCredentials } = visit(plain);
    expect(await Promise.all([readCredential(context), readCredential(context)])).toEqual([
      plain,
      plain,
    ]);
    expect(getCredentials).toHaveBeenCalledOnce();
  });

  it.each([{ ...plain, apiKey: '={{ $json.key }}' }, {}])(
    'reads for each row what may have one: %j',
    async (stored) => {
      const { context, getCredentials } = visit(stored);
      expect(await readCredential(context)).toEqual(plain);
      expect(getCredentials).toHaveBeenCalledTimes(3);
    },
  );

  it('reads for each row where n8n looks different inside', async () => {
    const { context, getCredentials } = visit(plain);
    Object.assign(context, { additionalData: undefined });
    await readCredential(context);
    expect(getCredentials).toHaveBeenCalledTimes(3);
  });

  it.each([{ apiKey: 'another' }, { baseUrl: 'https://b.test' }, { modelFamily: 'y-1.1' }])(
    'refuses rows of several accounts or families: %j',
    async (own) => {
      const { context } = visit({ apiKey: '={{ $json.key }}' }, plain, plain, { ...plain, ...own });
      await expect(readCredential(context)).rejects.toThrow(
        'The Video Generation API credential has an expression, and rows 1 and 3 come to different accounts or models. Send the rows of each to a node of their own',
      );
    },
  );
});

/** Looks at 40 tasks on n8n's engine, with what was typed into the credential. */
const lookAt40 = async (typed: object) => {
  const service = fakeService(() => ({ status: 200, body: { status: 'pending' } }));
  const reads = vi.spyOn(TestCredentials.prototype, 'getDecrypted');
  const items = Array.from({ length: 40 }, (_, n) => ({ json: { id: `task_${n}`, key: 'k-1' } }));
  const parameters = { operation: 'getStatus', taskId: '={{ $json.id }}' };
  const run = { type: 'waitForVideo', parameters, items } as const;
  const { error } = await runNode({ ...run, credential: { ...testCredential, ...typed } });
  const keys = service.requests.map(({ headers }) => headers.authorization);
  const read = reads.mock.calls.length;
  vi.restoreAllMocks();
  nock.cleanAll();
  return { error: error?.message, read, keys: [...new Set(keys)] };
};

describe('n8n’s engine', () => {
  it('reads the credential twice for a node over 40 rows: as it was typed, and resolved', async () => {
    expect(await lookAt40({ apiKey: 'a=key' })).toMatchObject({ read: 2, keys: ['Bearer a=key'] });
  });

  it('reads it for each row where an expression makes part of it', async () => {
    const apiKey = '={{ $json.key }}';
    expect(await lookAt40({ apiKey })).toMatchObject({ read: 41, keys: ['Bearer k-1'] });
  });

  it('takes a key that begins with = as an expression that gives it, and refuses it as it is', async () => {
    const apiKey = '={{ "=" + "my-key" }}';
    expect(await lookAt40({ apiKey })).toMatchObject({ keys: ['Bearer =my-key'] });
    expect(await lookAt40({ apiKey: '=my-key' })).toMatchObject({
      keys: [],
      error: expect.stringContaining(
        'The API Key of the Video Generation API credential begins with =, which n8n takes for an expression',
      ),
    });
  });
});
