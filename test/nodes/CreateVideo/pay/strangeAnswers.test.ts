import nock from 'nock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeService, type Reply, type SentRequest } from '../../../engine/fakeService.ts';
import { runNode, testCredential } from '../../../engine/runNode.ts';
import { runToEnd, service, three, workflow, jsonIn, goOn } from '../createAndWait/scene.ts';
import { havePatience, setPatience } from '../../../engine/patience.ts';
import { keepUnwatched } from '../../../engine/unwatched.ts';

havePatience({ busyMs: 0, rowsAtOnce: 1 });
keepUnwatched();

beforeAll(() => nock.disableNetConnect());
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) }));
afterEach(() => {
  vi.useRealTimers();
  nock.cleanAll();
});

const parameters = {
  operation: 'create',
  prompt: '={{ $json.idea }}',
};
const promptOf = ({ body }: SentRequest) => (body as { prompt: string }).prompt;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('an answer to a create request that is not as the contract shows it', () => {
  it.each([4_000])('is a created task, nested %i deep, and so are the others', async (depth) => {
    fakeService((request) => ({
      status: 200,
      body: `{"id":"task-${promptOf(request)}","status":"pending","results":${promptOf(request) === 'B' ? nested(depth) : '[]'}}`,
    }));
    for (const settings of [{}, goOn]) {
      const items = three.map((json) => ({ json }));
      const { outputs, error } = await runNode({
        type: 'createVideo',
        parameters,
        items,
        settings,
      });
      expect(error).toBeUndefined();
      expect(outputs[0]!.map(({ json }) => [json.id, json.paid])).toEqual(
        ['A', 'B', 'C'].map((idea) => [`task-${idea}`, 'yes']),
      );
    }
  });

  it.each([4_000])('costs no row its video where one waits: nested %i deep', async (depth) => {
    const deep = (task: string): Reply => ({
      status: 200,
      body: `{"id":"${task}","status":"pending","results":${nested(depth)},"error":${nested(depth)}}`,
    });
    const book = service({
      create: (prompt) => (prompt === 'B' ? deep('task-B') : undefined),
      read: (id, looks) =>
        id === 'task-B'
          ? {
              ...deep(id),
              body: String((deep(id) as { body: string }).body).replace(
                'pending',
                looks > 1 ? 'failed' : 'pending',
              ),
            }
          : undefined,
    });
    const run = await runToEnd(workflow({ rows: three, settings: goOn }));
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-A', 'task-C']);
    expect(jsonIn(run, 'Failed').map(({ details }) => details)).toEqual([
      expect.objectContaining({ taskId: 'task-B', reason: 'failed' }),
    ]);
    expect(book.created).toBe(3);
  });

  it.each<[string, Reply, string]>([
    ['in an envelope', { status: 200, body: { data: { id: 'task_9f' } } }, 'id "task_9f"'],
    ['under another name', { status: 202, body: { task_id: 'task_9f' } }, 'task_id "task_9f"'],
    [
      'in a header beside no body',
      { status: 201, headers: { location: '/v1/tasks/task_9f' }, body: '' },
      'location "/v1/tasks/task_9f"',
    ],
    [
      'in a header beside an empty object',
      { status: 201, headers: { location: '/v1/tasks/task_9f' } },
      'location "/v1/tasks/task_9f"',
    ],
    [
      'beside a message of a failure',
      { status: 500, body: { message: 'boom', id: 'task_9f' } },
      'id "task_9f"',
    ],
    ['in a list', { status: 200, body: '[{"id":"task_9f"}]' }, 'id "task_9f"'],
    [
      'in an answer that leads elsewhere',
      { status: 303, headers: { location: '/v1/tasks/task_9f' } },
      'location "/v1/tasks/task_9f"',
    ],
  ])('leaves an id %s in the error', async (_, reply, named) => {
    fakeService(() => reply);
    const one = await runNode({ type: 'createVideo', parameters, items: [{ json: three[0]! }] });
    expect(one.error?.description).toContain(`its answer names ${named}`);
    expect(one.error?.context).toMatchObject({ ids: [named], paid: 'unknown' });

    setPatience({ rowsAtOnce: 1 });
    const items = three.map((json) => ({ json }));
    const many = await runNode({ type: 'createVideo', parameters, items });
    expect(many.error?.message).toContain(`its answer names ${named}`);
    expect(many.error?.context).toMatchObject({ rows: [{ ids: [named] }, {}, {}] });
  });

  it.each(['create', 'createAndWait'])(
    'does not show the key that it repeats: %s',
    async (operation) => {
      const { apiKey } = testCredential;
      fakeService(({ method }) => ({
        status: 200,
        body: {
          id: 'task-A',
          status: method === 'POST' ? `queued for ${apiKey}` : 'completed',
          results: ['https://files.test/a.mp4'],
          echo: { headers: [`Bearer ${apiKey}`], [apiKey]: 1 },
        },
      }));
      const run = await runToEnd(workflow({ parameters: { operation } }));
      expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-A']);
      expect(JSON.stringify(run)).not.toContain(apiKey);
      fakeService(() => ({ status: 200, body: { [apiKey]: apiKey, task_id: apiKey } }));
      expect(JSON.stringify(await runToEnd(workflow({ parameters: { operation } })))).not.toContain(
        apiKey,
      );
    },
  );

  it('is not kept with the execution when it is long', async () => {
    const body = `{"filler":"${'x'.repeat(60_000)}","status":"pending","id":123456789012345678}`;
    fakeService(() => ({ status: 200, body }));
    const { run, outputs } = await runNode({
      type: 'createVideo',
      parameters,
      items: [{ json: three[0]! }],
    });
    expect(outputs[0]![0]!.json.id).toBeDefined();
    const { contextData } = run.data.executionData!;
    expect(JSON.stringify(contextData).length).toBeLessThan(3_000);
  });
});
