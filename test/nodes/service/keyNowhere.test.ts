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

/** How a service may write down what it was sent; `hideSecret` has more of them. */
const encodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'for URLs': encodeURIComponent,
  'in base64, behind a name': (text) => Buffer.from(`me:${text}`).toString('base64'),
};

/** Where in a task. */
const everywhere = (echo: string) => ({
  account: echo,
  [echo]: true,
  progress: echo,
  meta: { headers: [{ Authorization: `Bearer ${echo}` }] },
  error: { message: `wrong key ${echo}`, [echo]: echo },
  results: [`https://files.test/a.mp4?key=${echo}`, echo],
});

/** What a service may answer. */
const answers: Record<string, (echo: string) => Reply> = {
  'a task': (echo) => ({
    status: 200,
    body: { id: 'task_1', status: 'completed', ...everywhere(echo) },
  }),
  'a failed task': (echo) => ({
    status: 200,
    body: { id: 'task_1', status: 'failed', ...everywhere(echo) },
  }),
  'a task with the key for an ID': (echo) => ({
    status: 200,
    body: { id: `task ${echo}`, status: `working for ${echo}` },
  }),
  'a refusal': (echo) => ({ status: 422, body: { message: `not with ${echo}` } }),
  'a fault': (echo) => ({ status: 500, body: `<html><b>${echo}</b></html>` }),
  'a redirect': (echo) => ({
    status: 307,
    headers: { location: `https://elsewhere.test/${encodeURIComponent(echo)}?k=1` },
  }),
  'an answer that is cut short': (echo) => ({
    status: 200,
    body: `{"id":${JSON.stringify(echo)},"status":"pen`,
  }),
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
    const options = { output: 'everything' };
    return await bothWays('waitForVideo', { operation: 'getStatus', taskId: 'task_1', options });
  },
  'Wait, until it is over': async (reply) => {
    fakeService(() => reply, { strict: false });
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

const answerWith = async (run: (reply: Reply) => Promise<unknown[]>, reply: Reply) => {
  nock.cleanAll();
  nock('https://files.test').persist().get(/.*/).reply(403, 'no');
  logged = [];
  return leftBy(await run(reply));
};

describe.each(Object.entries(operations))('%s', (_, run) => {
  it.each(Object.entries(answers))('lets the key out nowhere with %s', async (_, make) => {
    for (const encode of Object.values(encodings)) {
      const echo = encode(key);
      expectNoKey(await answerWith(run, make(echo)), echo);
    }
  });
});

describe('Video Finished Trigger', () => {
  it('lets the key out nowhere, and shows that something stood there', async () => {
    for (const encode of Object.values(encodings)) {
      const echo = encode(key);
      nock.cleanAll();
      fakeService(() => answers['a failed task']!(echo), { strict: false });
      const left = leftBy(await call({ id: 'task_1' }, { apiKey: key, mode: 'manual' }));
      expectNoKey(left, echo);
      expect(left).toMatch(/wrong key \S*\*\*\*/);
    }
  });
});
