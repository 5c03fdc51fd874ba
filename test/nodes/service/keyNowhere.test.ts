import { createRequire } from 'node:module';
import type * as backendModule from '@n8n/backend-common';
import type * as diModule from '@n8n/di';
import nock from 'nock';
import type { IRun } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { keepApart } from '../../engine/keepApart.ts';
import { runNode } from '../../engine/runNode.ts';
import { keepUnwatched } from '../../engine/unwatched.ts';
import { runWorkflow, type TestRun } from '../../engine/runWorkflow.ts';
import { resumeAfter } from '../../engine/sleeping.ts';
import { call } from '../VideoFinishedTrigger/scene.ts';
import { havePatience } from '../../engine/patience.ts';

havePatience({ busyMs: 0 });

const require = createRequire(import.meta.url);
const { Container } = require('@n8n/di') as typeof diModule;
const { Logger } = require('@n8n/backend-common') as typeof backendModule;

keepApart();
keepUnwatched();

const key = 'key-Sa/fe+0123"456&789-zyx=';
const credential = { baseUrl: 'http://service.test', apiKey: key };

/** How a service may write down what it was sent. */
const encodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'behind Bearer': (text) => `Bearer ${text}`,
  'for URLs': encodeURIComponent,
  'for URLs, twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'as JSON in a text': (text) => JSON.stringify({ header: text }),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64, behind a name': (text) => Buffer.from(`me:${text}`).toString('base64'),
  'twice in a row': (text) => text + text,
};

const oftenUsed = ['plain', 'for URLs', 'in base64'].map((name) => encodings[name]!);

/** Where in a task. */
const places: Record<string, (echo: string) => object> = {
  'its own fields': (echo) => ({
    ...{ account: echo, [echo]: true, progress: echo },
    ...{ meta: { headers: [{ Authorization: echo }] } },
    ...{ error: { message: `wrong key ${echo}`, [echo]: echo } },
  }),
  'its results': (echo) => ({ results: [`https://files.test/a.mp4?key=${echo}`, echo] }),
  'its status': (echo) => ({ status: `working for ${echo}` }),
  'its reason': (echo) => ({ status: 'failed', error: { message: `wrong key ${echo}` } }),
  'its id': (echo) => ({ id: `task ${echo}` }),
  'a record around it': (echo) => ({
    ...{ id: undefined, status: undefined, results: undefined },
    data: { id: 'task_1', status: 'failed', error: echo },
  }),
};

/** What else it may answer than a task. */
const refusals: Record<string, (echo: string) => Reply> = {
  'a refusal': (echo) => ({ status: 422, body: { message: `not with ${echo}` } }),
  'a refused key': (echo) => ({ status: 401, body: { error: { key: echo } } }),
  'an unknown task': (echo) => ({ status: 404, body: echo }),
  'a fault': (echo) => ({ status: 500, body: `<html><b>${echo}</b></html>` }),
  'a redirect': (echo) => ({
    status: 307,
    headers: { location: `https://elsewhere.test/${encodeURIComponent(echo)}?k=1` },
  }),
  'too many requests': (echo) => ({
    status: 429,
    body: { detail: echo },
    headers: { 'retry-after': encodeURIComponent(echo) },
  }),
  'no JSON': (echo) => ({ status: 200, body: `OK for ${echo}` }),
  'an answer that is cut short': (echo) => ({
    status: 200,
    body: `{"id":${JSON.stringify(echo)},"status":"pen`,
  }),
  'a task without an id': (echo) => ({ status: 200, body: { [echo]: echo, location: echo } }),
};

let logged: unknown[][] = [];
beforeEach(() => {
  logged = [];
  const logger = Container.get(Logger);
  for (const level of ['error', 'warn', 'info', 'debug'] as const)
    vi.spyOn(logger, level).mockImplementation((...line: unknown[]) => void logged.push(line));
});
afterEach(() => vi.restoreAllMocks());

/** An error shows more than its own fields. */
const showErrors = (_: string, value: unknown) =>
  value instanceof Error
    ? { ...value, name: value.name, message: value.message, stack: value.stack, cause: value.cause }
    : value;

/** Everything that has left the nodes: rows, errors, hints, logs, and what n8n stores. */
const leftBy = (...runs: unknown[]) => JSON.stringify([runs, logged], showErrors);

function expectNoKey(left: string, echo: string): void {
  for (const form of [key, key.toUpperCase(), echo, encodeURIComponent(key)]) {
    expect(left).not.toContain(form);
    expect(left).not.toContain(JSON.stringify(form).slice(1, -1));
  }
}

/** What each operation does with one answer of the service, whatever a person has chosen. */
const operations: Record<string, (reply: Reply) => Promise<unknown[]>> = {
  Create: async (reply) => {
    fakeService(() => reply, { strict: false });
    const options = { output: 'everything' };
    return await bothWays('createVideo', { operation: 'create', prompt: 'x', options });
  },
  'Get Status': async (reply) => {
    fakeService(() => reply, { strict: false });
    // A pause of the service passes.
    vi.useRealTimers();
    const options = { output: 'everything' };
    return await bothWays('waitForVideo', { operation: 'getStatus', taskId: 'task_1', options });
  },
  'Wait, until it is over': async (reply) => {
    fakeService(() => reply, { strict: false });
    vi.useRealTimers();
    const options = { output: 'everything', stayAwake: true, timeLimitMinutes: 0.001 };
    return await bothWays('waitForVideo', { taskId: 'task_1', options });
  },
  'Create and Wait, asleep and woken': async (reply) => {
    const test: TestRun = {
      credential,
      nodes: [
        {
          ...{ id: 'i', name: 'Items', type: 'test.items', typeVersion: 1, position: [0, 0] },
          parameters: { items: [{ json: {} }] as never },
        },
        {
          ...{ id: 'm', name: 'Make', typeVersion: 1, position: [0, 0] },
          type: 'n8n-nodes-videogen.createVideo',
          parameters: {
            ...{ operation: 'createAndWait', prompt: 'x' },
            options: { output: 'everything', timeLimitMinutes: 5 },
          },
          credentials: { videoGenApi: { id: '1', name: 'test' } },
          onError: 'continueRegularOutput',
        },
      ],
      connections: { Items: { main: [[{ node: 'Make', type: 'main', index: 0 }]] } },
    };
    fakeService(() => reply, { strict: false });
    const runs: IRun[] = [await runWorkflow(test)];
    for (let n = 0; n < 3 && runs.at(-1)!.status === 'waiting'; n++)
      runs.push(await resumeAfter(test, runs.at(-1)!));
    return runs;
  },
};

async function bothWays(type: string, parameters: object): Promise<unknown[]> {
  const runs = [];
  for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const)
    runs.push(
      await runNode({ type, parameters: parameters as never, credential, settings: { onError } }),
    );
  return runs;
}

describe.each(Object.entries(operations))('%s', (operation, run) => {
  const status = operation === 'Create' ? 'pending' : 'completed';
  const answerWith = async (reply: Reply) => {
    nock.cleanAll();
    nock('https://files.test').persist().get(/.*/).reply(403, 'no');
    logged = [];
    return leftBy(await run(reply));
  };

  it.each(Object.entries(places))('lets the key out nowhere, in %s', async (place, make) => {
    const task = { id: 'task_1', status, results: ['https://files.test/a.mp4'] };
    for (const encode of place === 'its own fields' ? Object.values(encodings) : oftenUsed) {
      const echo = encode(key);
      expectNoKey(await answerWith({ status: 200, body: { ...task, ...make(echo) } }), echo);
    }
  });

  it.each(Object.entries(refusals))('lets it out nowhere with %s', async (_, make) => {
    for (const encode of oftenUsed) {
      const echo = encode(key);
      expectNoKey(await answerWith(make(echo)), echo);
    }
  });

  it('shows that something stood there', async () => {
    const body = { id: 'task_1', status: 'failed', error: `wrong key ${key}` };
    expect(await answerWith({ status: 200, body })).toMatch(/wrong key \*\*\*/);
  });
});

describe('Video Finished Trigger', () => {
  it.each(Object.entries(places))('lets the key out nowhere, in %s', async (place, make) => {
    vi.useRealTimers();
    const all = Object.values(encodings);
    // It asks again for a task that is not finished.
    for (const encode of place === 'its own fields' ? all : all.slice(0, 1)) {
      const echo = encode(key);
      nock.cleanAll();
      const task = { id: 'task_1', status: 'failed', results: ['https://files.test/a.mp4'] };
      fakeService(() => ({ status: 200, body: { ...task, ...make(echo) } }), { strict: false });
      expectNoKey(leftBy(await call({ id: 'task_1' }, { apiKey: key, mode: 'manual' })), echo);
    }
  });

  it('shows that something stood there', async () => {
    const body = { id: 'task_1', status: 'failed', error: `wrong key ${key}` };
    fakeService(() => ({ status: 200, body }), { strict: false });
    expect(leftBy(await call({ id: 'task_1' }, { apiKey: key }))).toContain('wrong key ***');
  });
});
