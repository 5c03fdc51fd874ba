import type { INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { agentRun, callTool, fromAgent, type ToolCalls } from '../../engine/callTool.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import { beginPromises, idOf, lost, ownTypes, rememberingService } from '../../promises/scene.ts';

beginPromises();

const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } as const;
const refused = { status: 422, body: { message: 'too long' } };

/** Lets an agent call Create Video, with these prompts. */
const callCreate = async (
  prompts: string[],
  parameters: INodeParameters = {},
  { settings = retried, ...more }: Partial<ToolCalls> & { settings?: Partial<INode> } = {},
) =>
  await callTool({
    type: 'createVideo',
    parameters: {
      operation: 'create',
      prompt: fromAgent,
      ...parameters,
    },
    ...{ calls: prompts.map((prompt) => ({ prompt })), types: ownTypes(), settings },
    ...more,
  });
type Answer = Record<string, unknown>;
const toldIn = (heard: Awaited<ReturnType<typeof callTool>>) =>
  heard.map(({ answer }) => (JSON.parse(answer!) as Answer[])[0]!);

describe('Create Video as an agent’s tool', () => {
  it('lets the model write the prompt where the form says nothing else', async () => {
    const service = rememberingService();
    await callTool({
      ...{ type: 'createVideo', parameters: { operation: 'create' }, types: ownTypes() },
      calls: [{ Prompt: 'A boat' }],
    });
    expect(service.made).toEqual(['A boat']);
  });

  it('says above its output why it waits awake, and nothing of what another run costs', async () => {
    rememberingService();
    const parameters = { prompt: fromAgent };
    const calls = [{ prompt: 'A boat' }];
    const run = await runWorkflow(
      agentRun({ type: 'createVideo', parameters, calls, types: ownTypes() }),
    );
    const hints = run.data.resultData.runData.Tool!.flatMap((one) => one.hints ?? []);
    expect(hints.map(({ message }) => message)).toEqual([
      expect.stringMatching(/kept running .* because an AI agent waits for the answer of its tool/),
    ]);
  });

  it('asks once even where an expression reads differently on each try', async () => {
    const service = rememberingService({ create: () => lost });
    const prompt = "={{ $fromAI('prompt', '', 'string') + Math.random() }}";
    await callCreate(['A boat'], { prompt });
    expect(service.created).toBe(1);
  });

  it.each([false, true])(
    'keeps to the limit over all calls of the execution (together: %s)',
    async (together) => {
      const service = rememberingService();
      const options = { videosPerExecution: 2 };
      const heard = await callCreate(['A', 'B', 'C', 'D'], { options }, { together });
      expect(service.made).toHaveLength(2);
      const told: unknown = expect.stringContaining('limit of 2 Videos per Execution');
      expect(heard.flatMap(({ failed }) => failed ?? [])).toEqual([told, told]);
    },
  );

  it.each([
    ['answers a refusal at once, and the model decides', { ...retried, maxTries: 2 }, undefined],
    ['ends the agent’s run by a refusal where it is set to', { onError: 'stopWorkflow' }, true],
  ] as const)('%s', async (_, settings, isThrown) => {
    const service = rememberingService({ create: () => refused });
    const [heard] = await callCreate(['A boat'], {}, { settings });
    expect(heard!.failed).toMatch(/Nothing was charged.*You may call this tool again/s);
    expect([heard!.isThrown, service.created]).toEqual([isThrown, 1]);
  });
});

describe('an agent that asks for the same request again', () => {
  const [yes, no] = [{ paid: 'yes' }, { paid: 'no', orderedBefore: true }];
  it.each([
    ['in the same run', { together: false }, [yes, no, yes]],
    ['at once', { together: true }, [yes, no, yes]],
    ['when n8n runs it again because it failed', { isRetried: true }, [no, no, no]],
    ['at once, when n8n runs it again', { isRetried: true, together: true }, [no, no, no]],
  ])('gets the task of its first call: %s', async (_, agent, money) => {
    const service = rememberingService();
    const told = toldIn(await callCreate(['A', 'A', 'B'], {}, agent));
    expect(service.made).toEqual(['A', 'B']);
    expect(told.map(({ id, paid, orderedBefore }) => ({ id, paid, orderedBefore }))).toEqual(
      money.map((of, at) => ({ orderedBefore: undefined, ...of, id: idOf('AAB'[at]!) })),
    );
  });
});

describe('calls where n8n names no execution', () => {
  it('are orders of their own, also of the same request, and limited each on its own', async () => {
    const service = rememberingService();
    const options = { videosPerExecution: 1 };
    await callCreate(['A', 'B', 'A'], { options }, { executionId: '' }).then(toldIn);
    // An answered call is over: the same request on another day is another order.
    expect(service.made).toEqual(['A', 'B', 'A']);
  });

  it('wait for their videos', async () => {
    rememberingService();
    const operation = 'createAndWait';
    const told = toldIn(await callCreate(['A', 'B'], { operation }, { executionId: '' }));
    expect(told.map((answer) => 'videoUrl' in answer)).toEqual([true, true]);
  });

  it('order again what has failed, and nothing of which more may come', async () => {
    const read = (id: string) => {
      const status = id === idOf('fails') ? 'failed' : 'pending';
      return { status: 200, body: { id, status } };
    };
    const { made } = rememberingService({ read });
    const parameters = { operation: 'createAndWait', options: { timeLimitMinutes: 0.1 } };
    await callCreate(['fails', 'late', 'fails', 'late'], parameters, { executionId: '' });
    expect(made).toEqual(['fails', 'late', 'fails']);
  });
});
