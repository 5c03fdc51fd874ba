import { createRequire } from 'node:module';
import type * as backendModule from '@n8n/backend-common';
import type * as diModule from '@n8n/di';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { runNode, testCredential } from '../../../engine/runNode.ts';
import { cases, refused } from './hostileCases.ts';
import { havePatience, setPatience } from '../../../engine/patience.ts';

havePatience({ rowsAtOnce: 1 });

const require = createRequire(import.meta.url);
const { Container } = require('@n8n/di') as typeof diModule;
const { Logger } = require('@n8n/backend-common') as typeof backendModule;

const plainRequest = {
  operation: 'create',
  prompt: '={{ $json.idea }}',
};

const rows: string[] = [];

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() =>
  console.log(
    ['| case | requests | tasks created | the person reads |', '|---|---|---|---|', ...rows].join(
      '\n',
    ),
  ),
);

describe('Create Video with what a hostile reviewer thinks of', () => {
  it.each(cases)('keeps the money safe and says so: $name', async (test) => {
    let created = 0;
    setPatience(test.patience ?? {});
    const service = fakeService(
      (request, index) => {
        const reply = test.reply?.(index, request);
        if (reply === 'makesAndBreaks') created += 1;
        if (reply === 'makesAndBreaks') return { breakWith: 'ECONNRESET' };
        return reply ?? { status: 200, body: { id: `task_${++created}`, status: 'pending' } };
      },
      { strict: false },
    );
    const { outputs, error, run } = await runNode({
      type: 'createVideo',
      parameters: {
        ...plainRequest,
        options: { output: 'everything', keepInput: false, ...test.options },
        ...test.parameters,
      },
      items: (test.rows ?? [{ idea: 'A' }]).map((json) => ({ json: json as never })),
      ...(test.settings && { settings: test.settings }),
      ...(test.credential && { credential: test.credential }),
    });
    const read = error
      ? `${error.message} | ${error.description}`
      : JSON.stringify(outputs.flat().map(({ json }) => json));
    rows.push(`| ${test.name} | ${service.requests.length} | ${created} | ${read.slice(0, 200)} |`);

    if (typeof test.reads === 'string') expect(read).toBe(test.reads);
    else expect(read).toMatch(test.reads);
    if (test.never) expect(read).not.toMatch(test.never);
    expect([test.requests].flat()).toContain(service.requests.length);
    expect(created).toBe(test.created);
    for (const { json } of outputs[0] ?? [])
      expect(json.id === undefined || json.paid === 'yes' || 'error' in json, 'a raw row').toBe(
        true,
      );
    expect(JSON.stringify([run, error])).not.toContain(testCredential.apiKey);
  });

  it('names in its details and in the log what a message cannot hold', async () => {
    const service = fakeService(({ body }) => {
      const { prompt } = body as { prompt: string };
      if (prompt === 'idea 60') return refused;
      return { status: 200, body: { id: `task_of_${prompt}`, status: 'pending' } };
    });
    const logged = vi.spyOn(Container.get(Logger), 'info');
    const { error } = await runNode({
      type: 'createVideo',
      parameters: {
        ...plainRequest,
      },
      items: Array.from({ length: 100 }, (_, index) => ({ json: { idea: `idea ${index}` } })),
    });
    expect(service.requests).toHaveLength(61);
    expect(error?.description).toContain(
      'row 50 (task_of_idea 49), 10 more in the error’s details and n8n’s log.',
    );
    const lines = logged.mock.calls.map(([line]) => line);
    logged.mockRestore();
    expect(lines.filter((line) => line.startsWith('Created video task'))).toEqual(
      Array.from({ length: 60 }, (_, index) => `Created video task task_of_idea ${index}`),
    );
    const { rows: details } = error?.context as { rows: unknown[] };
    expect(details).toHaveLength(100);
    expect(details.slice(59, 62)).toEqual([
      { row: 60, paid: 'yes', taskId: 'task_of_idea 59' },
      { row: 61, paid: 'no', reason: 'refused' },
      { row: 62, paid: 'no', reason: 'notSent' },
    ]);
  });
});
