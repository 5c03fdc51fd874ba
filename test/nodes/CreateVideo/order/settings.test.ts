import type { INode } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService, type SentRequest } from '../../../engine/fakeService.ts';
import { runNode } from '../../../engine/runNode.ts';
import { havePatience } from '../../../engine/patience.ts';

havePatience({ rowsAtOnce: 1 });

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const prompt = (request: SentRequest) => (request.body as { prompt: string }).prompt;

/** Accepts every prompt but B. */
const refuseB = () =>
  fakeService((request) =>
    prompt(request) === 'B'
      ? { status: 422, body: { message: 'B is not allowed' } }
      : { status: 200, body: { id: `task_${prompt(request)}`, status: 'pending' } },
  );

const run = (settings: Partial<INode>, options = {}, ideas = ['A', 'B', 'C']) =>
  runNode({
    type: 'createVideo',
    parameters: {
      operation: 'create',
      prompt: '={{ $json.idea }}',
      options,
    },
    items: ideas.map((idea) => ({ json: { idea } })),
    settings,
  });

const failedB = {
  error: 'B is not allowed',
  message:
    'Nothing was charged for this row. The service refused the request (HTTP 422). Fix the problem it names. Then run the workflow with only the rows that weren’t ordered: the others would be charged again.',
  details: { reason: 'refused', paid: 'no', cause: 'B is not allowed', httpStatus: 422 },
};

describe('Create Video on n8n’s engine, with On Error set to', () => {
  it('stop: sends nothing after the failure and names what was paid for', async () => {
    const service = refuseB();
    const { error } = await run({});
    service.verify();
    expect(service.requests.map(prompt)).toEqual(['A', 'B']);
    expect(error?.message).toBe(`Row 2: ${failedB.error}`);
    expect(error?.description).toMatch(
      /^1 ordered, 2 not charged\. The service refused the request \(HTTP 422\)\. .*choose Retry.*: row 1 \(task_A\)/,
    );
  });

  it('continue: the failed item takes its place among the others', async () => {
    const service = refuseB();
    const { outputs, error } = await run({ onError: 'continueRegularOutput' });
    service.verify();
    expect(error).toBeUndefined();
    expect(outputs[0]).toEqual([
      {
        json: { idea: 'A', id: 'task_A', status: 'pending', paid: 'yes' },
        pairedItem: { item: 0 },
      },
      { json: { idea: 'B', ...failedB }, pairedItem: { item: 1 } },
      {
        json: { idea: 'C', id: 'task_C', status: 'pending', paid: 'yes' },
        pairedItem: { item: 2 },
      },
    ]);
  });

  it('continue with error output: the failed item leaves by the error branch', async () => {
    const service = refuseB();
    const { outputs } = await run({ onError: 'continueErrorOutput' });
    service.verify();
    expect(outputs[0]?.map(({ json }) => json.id)).toEqual(['task_A', 'task_C']);
    expect(outputs[1]?.map(({ json }) => json)).toEqual([{ idea: 'B', ...failedB }]);
  });

  it('continue and Retry On Fail: accepted items are not paid again', async () => {
    const service = refuseB();
    const { outputs } = await run(
      { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
      {},
      ['B', 'A'],
    );
    expect(service.requests.map(prompt)).toEqual(['B', 'A', 'B', 'B']);
    expect(outputs[0]?.map(({ json }) => json.error ?? json.id)).toEqual([failedB.error, 'task_A']);
  });

  it('always output data: what came is passed on as it is', async () => {
    refuseB();
    const { outputs } = await run({ alwaysOutputData: true }, {}, ['A']);
    expect(outputs[0]?.map(({ json }) => json.id)).toEqual(['task_A']);
  });
});

describe('Create Video', () => {
  it('makes two videos of two items with equal inputs', async () => {
    let created = 0;
    const service = fakeService(() => ({
      status: 200,
      body: { id: `task_${++created}`, status: 'pending' },
    }));
    const { outputs } = await run({ retryOnFail: true }, {}, ['A', 'A']);
    expect(service.requests).toHaveLength(2);
    expect(outputs[0]?.map(({ json }) => json.id)).toEqual(['task_1', 'task_2']);
  });

  it('refuses a batch larger than the limit before the first request', async () => {
    const service = refuseB();
    const { error } = await run({}, { spendingLimit: { limit: { videos: 2, per: 'execution' } } });
    expect(service.requests).toEqual([]);
    expect(error?.message).toBe(
      'This would make 3 videos, but the Spending Limit of 2 per execution leaves room for only 2',
    );
    expect(error?.description).toContain('Nothing was charged.');
  });

  it('previews the checked requests without sending any', async () => {
    const service = refuseB();
    const { outputs } = await run({}, { preview: true }, ['A']);
    expect(service.requests).toEqual([]);
    expect(outputs[0]?.map(({ json }) => json)).toEqual([
      {
        preview: true,
        paid: 'no',
        method: 'POST',
        path: '/v1/videos/generations',
        request: { model: 'videogen-2.0-text-to-video', prompt: 'A' },
      },
    ]);
  });

  it('keeps an accepted item even where its prompt reads differently on the next try', async () => {
    const service = fakeService((request, index) => {
      if (index === 1) return { status: 422, body: {} };
      return {
        status: 200,
        body: { id: `task_${index}`, status: 'pending', said: prompt(request) },
      };
    });
    const { outputs } = await runNode({
      type: 'createVideo',
      parameters: {
        operation: 'create',
        prompt: '={{ $json.idea + " " + Math.random() }}',
      },
      items: [{ json: { idea: 'A' } }, { json: { idea: 'B' } }],
      settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
    });
    expect(service.requests).toHaveLength(3);
    expect(outputs[0]?.map(({ json }) => json.id)).toEqual(['task_0', 'task_2']);
  });
});
