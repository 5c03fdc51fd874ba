import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callTool } from '../../engine/callTool.ts';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { haveVirtualTime } from '../../engine/virtualTime.ts';

haveVirtualTime();
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

/** Lets an agent call Create Video with a prompt for each call. */
const callCreate = async (
  calls: Array<{ prompt: string }>,
  {
    options = {},
    together = false,
    isRetried = false,
    prompt = "={{ $fromAI('prompt', '', 'string') }}",
  }: {
    options?: INodeParameters;
    together?: boolean;
    isRetried?: boolean;
    prompt?: string;
  } = {},
) =>
  await callTool({
    type: 'createVideo',
    parameters: { operation: 'create', prompt, options },
    calls,
    together,
    isRetried,
    settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
  });

/** Makes a task for every request, and answers as told: the book that the words are held against. */
function paidService(reply: (index: number) => Reply | undefined) {
  return fakeService(
    (_, index) =>
      reply(index) ?? { status: 200, body: { id: `task_${index + 1}`, status: 'pending' } },
  );
}

const lost: Reply = { breakWith: 'ECONNRESET' };

const perExecution = (videos: number) => ({
  videosPerExecution: videos,
});

describe('Create Video as an agent’s tool', () => {
  it('lets the model write the prompt where the form says nothing else', async () => {
    const service = paidService(() => undefined);
    const [result] = await callTool({
      type: 'createVideo',
      parameters: { operation: 'create' },
      calls: [{ Prompt: 'A boat' }],
    });
    expect(result!.failed).toBeUndefined();
    expect(service.requests[0]!.body).toMatchObject({ prompt: 'A boat' });
  });

  it('asks once even where an expression reads differently on each try', async () => {
    const service = paidService(() => lost);
    await callCreate([{ prompt: 'A boat' }], {
      prompt: "={{ $fromAI('prompt', '', 'string') + Math.random() }}",
    });
    expect(service.requests).toHaveLength(1);
  });

  it.each([false, true])(
    'keeps to the limit over all calls of the execution (together: %s)',
    async (together) => {
      const service = paidService(() => undefined);
      const calls = ['A', 'B', 'C', 'D'].map((prompt) => ({ prompt }));
      const results = await callCreate(calls, { options: perExecution(2), together });
      expect(service.requests).toHaveLength(2);
      const refused = results.flatMap(({ failed }) => failed ?? []);
      expect(refused).toEqual([
        expect.stringContaining('limit of 2 Videos per Execution'),
        expect.stringContaining('limit of 2 Videos per Execution'),
      ]);
    },
  );
});

describe('a call that fails in an agent that runs its tools itself', () => {
  const refused: Reply = { status: 422, body: { message: 'too long' } };
  const fail = async (settings: object) => {
    const service = paidService(() => refused);
    const parameters = { operation: 'create', prompt: 'A boat' };
    const [heard] = await callTool({ type: 'createVideo', parameters, calls: [{}], settings });
    return { ...heard, requests: service.requests.length };
  };

  it('answers at once, though the tool is to be retried: the model decides', async () => {
    expect(await fail({ retryOnFail: true, maxTries: 2, waitBetweenTries: 0 })).toMatchObject({
      failed: expect.stringContaining('You may call this tool again') as string,
      requests: 1,
    });
  });

  it('ends the agent’s run where the tool is set to', async () => {
    const { failed, isThrown } = await fail({ onError: 'stopWorkflow' });
    expect(isThrown).toBe(true);
    expect(failed).toMatch(/Nothing was charged.*You may call this tool again/s);
  });
});

describe('an agent that asks for the same request again', () => {
  it.each([false, true])('gets the task of its first call (together: %s)', async (together) => {
    const service = paidService(() => undefined);
    const heard = await callCreate([{ prompt: 'A' }, { prompt: 'A' }, { prompt: 'B' }], {
      together,
    });
    expect(service.requests).toHaveLength(2);
    const [first, again, other] = heard.map(
      ({ answer }) => (JSON.parse(answer!) as Array<Record<string, unknown>>)[0],
    );
    expect([first, again]).toMatchObject([
      { id: 'task_1', paid: 'yes' },
      { id: 'task_1', paid: 'no', orderedBefore: true },
    ]);
    expect(first).not.toHaveProperty('orderedBefore');
    expect(other).toMatchObject({ id: 'task_2', paid: 'yes' });
  });
});

describe('an agent that n8n runs again because it failed', () => {
  const idsOf = (heard: Array<{ answer?: string }>) =>
    heard.map(({ answer = '' }) => /task_\d+/.exec(answer)?.[0]);

  it.each([false, true])('gets the videos of its first try (together: %s)', async (together) => {
    const service = paidService(() => undefined);
    const calls = ['A', 'B', 'A'].map((prompt) => ({ prompt }));
    const heard = await callCreate(calls, { isRetried: true, together });
    expect(service.requests).toHaveLength(2);
    expect(idsOf(heard)).toEqual(['task_1', 'task_2', 'task_1']);
    for (const { answer } of heard)
      expect(JSON.parse(answer!)).toMatchObject([{ orderedBefore: true, paid: 'no' }]);
  });
});
