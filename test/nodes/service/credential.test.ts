import nock from 'nock';
import { createRequire } from 'node:module';
import type { ICredentialType } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { modelFamily, modes, operations } from 'video-generation-openapi/constants';
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
/** What is made of a field of the credential. */
const readers = {
  'API Key': (typed: unknown) => read('https://a.test', typed).key,
  'Base URL': (typed: unknown) => read(typed, 'a-key').baseUrl,
  'Model Family': (typed: unknown) => readModelFamily(typed),
};
type Field = keyof typeof readers;

describe('a field of the credential', () => {
  it.each<[Field, unknown, string]>([
    ['API Key', '  a-key\r\n', 'a-key'],
    ['API Key', ' bearer\ta-key ', 'a-key'],
    ['API Key', 'Bearer  !a-key~', '!a-key~'],
    ['API Key', 'bearer-of-news', 'bearer-of-news'],
    ['API Key', 12345, '12345'],
    ['Base URL', '  http://a.test/gate///\n', 'http://a.test/gate'],
    ['Base URL', `https://a.test${version.toUpperCase()}/`, 'https://a.test'],
    ['Base URL', `https://a.test${path}/`, 'https://a.test'],
    ['Base URL', `https://a.test${task.replace(/\{.*\}/, 'task_1')}`, 'https://a.test'],
    ['Base URL', `https://a.test//gate/${path}`, 'https://a.test/gate'],
    ['Base URL', `https://a.test/gate${version}/other`, 'https://a.test/gate'],
    ['Model Family', undefined, modelFamily],
    ['Model Family', ' x-2.0\n', 'x-2.0'],
    ['Model Family', 'x-2.0-', 'x-2.0'],
    ['Model Family', 'x-2.0-mini', 'x-2.0-mini'],
    ['Model Family', 'maker/Y_1.1', 'maker/Y_1.1'],
    ['Model Family', 'x-2.0-mini-image-to-video', 'x-2.0-mini'],
    ['Model Family', 'fast-text-to-video-2.0', 'fast-text-to-video-2.0'],
  ])('takes the %s %j for %j', (field, typed, want) => {
    expect(readers[field](typed)).toBe(want);
  });

  it.each<[Field, unknown, string]>([
    ['API Key', '', 'is empty'],
    ['API Key', undefined, 'is empty'],
    ['API Key', { key: 'a-key' }, 'is empty'],
    [
      'API Key',
      '__n8n_BLANK_VALUE_e5362baf-c777-4d57-a609-6eaf1f9e87f6',
      'holds n8n’s placeholder',
    ],
    ['API Key', 'my bearer secret', 'contains a space or another character'],
    ['API Key', 'a\u007f', 'contains a space or another character'],
    ['Base URL', '   ', 'is empty'],
    ['Base URL', undefined, 'is empty'],
    ['Base URL', 'api.example.com:8080', 'isn’t a web address'],
    ['Base URL', 'ftp://api.example.com', 'isn’t a web address'],
    ['Base URL', 'xhttps://a.test', 'isn’t a web address'],
    ['Base URL', 'http://me:se/cret@a.test', 'isn’t a web address'],
    ['Base URL', 'https://:secret@a.test', 'contains a user name or a password'],
    ['Base URL', 'https://secret@a.test', 'contains a user name or a password'],
    ['Base URL', 'https://a.test/?key=secret', 'contains a ? or a #'],
    ['Base URL', 'https://a.test/#secret', 'contains a ? or a #'],
    ['Model Family', '', 'is empty'],
    ['Model Family', null, 'is empty'],
    ['Model Family', ' - ', 'is empty'],
    ['Model Family', '-text-to-video', 'is empty'],
    ['Model Family', 'x 2.0', 'contains a space or another character'],
    ['Model Family', '"x-2.0-text-to-video"', 'contains a space or another character'],
    ['Model Family', 'x-2.0…', 'contains a space or another character'],
    ['Model Family', 'https://a.test/v1', 'contains a space or another character'],
  ])('refuses the %s %j because it %s, and shows no secret of it', (field, typed, why) => {
    const message = expect.stringContaining(
      `The ${field} of the Video Generation API credential ${why}`,
    ) as string;
    const description = 'Nothing was sent. Open the Video Generation API credential and fix it.';
    expect(() => readers[field](typed)).toThrow(expect.objectContaining({ message, description }));
    expect(() => readers[field](typed)).toThrow(/^(?!.*(secret|cret@))/s);
  });

  it('takes a whole identifier of any mode and tier for its family', () => {
    for (const { suffixes, models } of Object.values(modes)) {
      for (const suffix of Object.values(suffixes))
        expect(readModelFamily(`x-2.0${suffix}`)).toBe('x-2.0');
      for (const id of Object.values(models)) expect(readModelFamily(id)).toBe(modelFamily);
    }
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
    const both = await Promise.all([readCredential(context), readCredential(context)]);
    expect([...both, getCredentials.mock.calls.length]).toEqual([plain, plain, 1]);
  });

  it.each<[string, object, object?]>([
    ['n8n tells nothing of it', {}],
    ['n8n looks different inside', plain, { additionalData: undefined }],
  ])('reads for each row where %s', async (_, stored, inside) => {
    const { context, getCredentials } = visit(stored);
    Object.assign(context, inside);
    expect(await readCredential(context)).toEqual(plain);
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

/** Looks at ten tasks on n8n's engine, with what was typed into the credential. */
const lookAtTen = async (typed: object) => {
  const service = fakeService(() => ({ status: 200, body: { status: 'pending' } }));
  const reads = vi.spyOn(TestCredentials.prototype, 'getDecrypted');
  const items = Array.from({ length: 10 }, (_, n) => ({ json: { id: `task_${n}`, key: 'k-1' } }));
  const parameters = { operation: 'getStatus', taskId: '={{ $json.id }}' };
  const run = { type: 'waitForVideo', parameters, items } as const;
  const { error } = await runNode({ ...run, credential: { ...testCredential, ...typed } });
  const keys = service.requests.map(({ headers }) => headers.authorization);
  const read = reads.mock.calls.length;
  vi.restoreAllMocks();
  nock.cleanAll();
  return { error: error?.message, read, keys: [...new Set(keys)] };
};

it.each<[string, apiKey: string, object]>([
  [
    'reads the credential twice for a node over ten rows: as it was typed, and resolved',
    'a=key',
    { read: 2, keys: ['Bearer a=key'] },
  ],
  [
    'reads it for each row where an expression makes part of it',
    '={{ $json.key }}',
    { read: 11, keys: ['Bearer k-1'] },
  ],
  [
    'refuses a key that begins with =',
    '=my-key',
    {
      keys: [],
      error: expect.stringContaining(
        'The API Key of the Video Generation API credential begins with =, which n8n takes for an expression',
      ),
    },
  ],
])('on n8n’s engine a node %s', async (_, apiKey, want) => {
  expect(await lookAtTen({ apiKey })).toMatchObject(want);
});
