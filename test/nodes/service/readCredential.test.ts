import nock from 'nock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestCredentials } from '../../engine/credentials.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { haveVirtualTime } from '../../engine/virtualTime.ts';
import { runNode } from '../../engine/runNode.ts';
import { keepUnwatched } from '../../engine/unwatched.ts';

haveVirtualTime();
keepUnwatched();

const items = Array.from({ length: 40 }, (_, n) => ({ json: { id: `task_${n}`, n } }));
const plain = { baseUrl: 'http://service.test', apiKey: 'key-0123456789' };

afterEach(() => {
  vi.restoreAllMocks();
  nock.cleanAll();
});

/** How often a run of the node over 40 rows reads the credential from n8n's database. */
async function readsOf(type: string, parameters: object, credential = plain, status = 'pending') {
  const results = ['https://files.test/a.mp4'];
  const service = fakeService(
    ({ method, path }, n) => {
      // n8n's own answer: it can be reached.
      if (path.startsWith('/form-waiting/')) return { status: 200, body: 'null' };
      const id = method === 'POST' ? `task_${n}` : path.split('/').at(-1);
      return { status: 200, body: { id, status, results } };
    },
    { strict: false },
  );
  const reads = vi.spyOn(TestCredentials.prototype, 'getDecrypted');
  const { run } = await runNode({
    type,
    parameters: parameters as never,
    credential,
    items,
    n8nUrl: plain.baseUrl,
  });
  // A table is stored before its first order is sent.
  const sleeps = type === 'createVideo' || !('operation' in parameters);
  expect(run.status).toBe(sleeps ? 'waiting' : 'success');
  const keys = service.requests.map(({ headers }) => headers.authorization).filter(Boolean);
  return { reads: reads.mock.calls.length, keys: new Set(keys).size };
}

describe('a visit of a node', () => {
  it.each<[string, string, object]>([
    ['Create', 'createVideo', { operation: 'create', prompt: 'x' }],
    ['Create and Wait', 'createVideo', { operation: 'createAndWait', prompt: 'x' }],
    ['Wait', 'waitForVideo', { taskId: '={{ $json.id }}' }],
    ['Get Status', 'waitForVideo', { operation: 'getStatus', taskId: '={{ $json.id }}' }],
  ])(
    'reads the credential of all rows once, and looks once whether it may: %s',
    async (...test) => {
      const [, type, parameters] = test;
      expect((await readsOf(type, parameters)).reads).toBe(2);
    },
  );

  const ofRow = (key: string) => ({ ...plain, apiKey: key });
  const wait = { operation: 'createAndWait', prompt: 'x' };

  it('reads it for each row, once, where an expression makes part of it', async () => {
    const sameForAll = ofRow('={{ "key-0123456789" + ($json.n < 0 ? "-" : "") }}');
    const create = { operation: 'create', prompt: 'x' };
    expect(await readsOf('createVideo', create, sameForAll)).toEqual({ reads: 41, keys: 0 });
  });

  it.each([
    ['createVideo', wait],
    ['createVideo', { operation: 'create', prompt: 'x' }],
    ['waitForVideo', { taskId: '={{ $json.id }}' }],
    ['waitForVideo', { operation: 'getStatus', taskId: '={{ $json.id }}' }],
  ])('refuses rows of several accounts before anything is sent: %s', async (type, parameters) => {
    const service = fakeService(() => ({ status: 500 }), { strict: false });
    for (const credential of [
      ofRow('={{ "key-0123456789-" + ($json.n > 38 ? 1 : 0) }}'),
      { ...plain, baseUrl: '={{ "http://service.test/" + ($json.n > 38 ? "eu" : "") }}' },
    ]) {
      const { error } = await runNode({ type, parameters: parameters as never, credential, items });
      expect(error?.message).toContain(
        'The VideoGen API credential has an expression, and rows 1 and 40 come to different accounts of the service. Send the rows of each account to a node of their own',
      );
    }
    expect(service.requests.filter(({ path }) => path.startsWith('/v1'))).toEqual([]);
  });
});
