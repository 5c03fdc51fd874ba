import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { hasten } from '../../engine/hasten.ts';
import { runNode } from '../../engine/runNode.ts';
import { havePatience } from '../../engine/patience.ts';

havePatience({ rowsAtOnce: 1 });

hasten();
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const old = { baseUrl: 'http://old.test', apiKey: 'key-of-the-old-service-0123' };
const changes = {
  'another address': { baseUrl: 'http://new.test', apiKey: 'key-of-the-new-service-4567' },
  'another path': { baseUrl: 'http://old.test/eu', apiKey: 'key-of-the-new-service-4567' },
  'an address that is none': { baseUrl: 'none', apiKey: 'key-of-the-new-service-4567' },
};
const refused: Reply = { status: 401, body: { message: 'no such key' } };

/** Runs a node whose credential is edited while the service has its first request. */
async function editDuringRun(
  edit: Partial<typeof old>,
  node: Pick<Parameters<typeof runNode>[0], 'type' | 'parameters' | 'items'>,
) {
  const credential = { ...old };
  const service = fakeService(
    ({ headers }) => {
      Object.assign(credential, edit);
      return headers.authorization === `Bearer ${old.apiKey}`
        ? refused
        : { status: 200, body: { id: 'a', status: 'failed' } };
    },
    { baseUrl: old.baseUrl },
  );
  const settings = { onError: 'continueRegularOutput' } as const;
  await runNode({ credential, settings, ...node });
  return service.requests.map(({ headers }) => headers.authorization);
}

const look = {
  type: 'waitForVideo',
  parameters: { taskId: 'a', options: { intervalSeconds: 1 } },
};
const create = {
  type: 'createVideo',
  parameters: { prompt: 'A boat', mode: 'textToVideo' },
  items: [{ json: {} }, { json: {} }],
};

describe.each(Object.entries({ look, create }))('a credential edited before a %s', (_, node) => {
  it.each(Object.entries(changes))('keeps a key for %s to itself', async (_, edit) => {
    const keys = await editDuringRun(edit, node);
    expect(keys.length).toBeGreaterThan(0);
    expect([...new Set(keys)]).toEqual([`Bearer ${old.apiKey}`]);
  });

  it('uses a new key for the same address, however that is written', async () => {
    const apiKey = 'key-that-replaces-the-old-89';
    const keys = await editDuringRun({ apiKey, baseUrl: 'http://old.test/v1/ ' }, node);
    expect(keys[0]).toBe(`Bearer ${old.apiKey}`);
    expect([...new Set(keys.slice(1))]).toEqual([`Bearer ${apiKey}`]);
  });
});
