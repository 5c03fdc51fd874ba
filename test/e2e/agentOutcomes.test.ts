import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCredential, type Workflow } from '../../playground/index.ts';
import { agentOutcomes, answerOutcomes, type AgentOutcome } from '../engine/agentOutcomes.ts';
import type { LoopbackService } from '../engine/loopbackService.ts';
import { startChatModel, type ChatModel, type Step } from './examples/chatModel.ts';
import { real, useRealN8n } from './useRealN8n.ts';

useRealN8n();

type Stored = { id: string; name: string };

let service: LoopbackService;
let model: ChatModel;
const credentials: Record<string, Stored> = {};
/** What the model does next, by what its tools have answered. */
let script: (answers: string[]) => Step;

beforeAll(async () => {
  service = await answerOutcomes();
  model = await startChatModel((answers) => script(answers));
  const account = async (name: string, baseUrl: string) =>
    await importCredential(real.client, {
      ...{
        name,
        type: 'videoGenApi',
        data: { baseUrl, apiKey: `key of ${name}`.replace(/ /g, '-') },
      },
    });
  credentials.up = await account('Outcomes', service.baseUrl);
  credentials.down = await account('Nobody', 'http://127.0.0.1:9');
  credentials.model = await importCredential(real.client, {
    name: 'Stand-in model',
    type: 'openAiApi',
    data: { apiKey: 'none', url: model.url, header: false },
  });
});
afterAll(async () => {
  model?.close();
  await service?.close();
});

/** One of each kind; the engine's tests tell the text of every outcome. */
const told = ['taken', 'refused', 'lost', 'broken', 'task_completed', 'task_failed'];
const outcomes = agentOutcomes.filter(({ argument }) => told.includes(argument));

let workflows = 0;

/** An agent of this version with one tool. */
function agentWith({ type, parameters, isDown }: AgentOutcome, typeVersion: number): Workflow {
  const at = { position: [0, 0] as [number, number] };
  const id = `agentOutcomes${String(++workflows).padStart(3, '0')}`;
  const agent = '@n8n/n8n-nodes-langchain.agent';
  const chatModel = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
  const nodes = [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
    {
      ...{ name: 'Agent', type: agent, typeVersion },
      parameters: {
        ...(typeVersion < 2 && { agent: 'toolsAgent' }),
        ...{ promptType: 'define', text: 'A video, please', options: {} },
      },
    },
    {
      ...{ name: 'Model', type: chatModel, typeVersion: 1.2 },
      parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
      credentials: { openAiApi: credentials.model },
    },
    {
      ...{ name: 'Tool', type: `n8n-nodes-videogen.${type}Tool`, typeVersion: 1, parameters },
      credentials: { videoGenApi: isDown ? credentials.down : credentials.up },
    },
  ];
  const into = (kind: string) => ({ [kind]: [[{ node: 'Agent', type: kind, index: 0 }]] });
  return {
    id,
    name: id,
    // Without it, n8n goes on with a newer agent before its tool has run.
    settings: { executionOrder: 'v1' },
    nodes: nodes.map((node) => ({ id: `${id}-${node.name}`, ...at, ...node })),
    connections: {
      Start: into('main'),
      Model: into('ai_languageModel'),
      Tool: into('ai_tool'),
    },
  } as unknown as Workflow;
}

/** What the model has read when it has called its tool so often with the same words. */
async function hear(outcome: AgentOutcome, version: number, calls = 1) {
  let heard: string[] = [];
  script = (answers) => {
    heard = answers;
    if (answers.length < calls) return { tool: /./, argument: outcome.argument };
    return { says: 'That is all.' };
  };
  const execution = await real.run(agentWith(outcome, version));
  expect(execution.data.resultData.error?.message).toBeUndefined();
  return heard;
}

const texts = new Map<string, string>();
/** What differs between two runs of the same outcome. */
const steady = (text: string) => text.replace(/"waitedSeconds":[\d.]+/, '"waitedSeconds":0');

describe.each([1.9, 3.1])('AI Agent %s', (version) => {
  it('lets the model read the whole text of an outcome, the same in every version', async () => {
    for (const outcome of outcomes) {
      const [heard] = await hear(outcome, version);
      const read = JSON.parse(heard!) as Array<{ error?: string }> | { error: string };
      const [first] = [read].flat();
      const text = first!.error ?? steady(JSON.stringify(first));
      expect(text, outcome.name).toBe(texts.get(outcome.name) ?? text);
      texts.set(outcome.name, text);
      if (outcome.taskId !== undefined) expect(text).toContain(outcome.taskId);
      if (first!.error !== undefined) {
        expect(text, outcome.name).toMatch(/charged/);
        expect(text, outcome.name).toMatch(/call (this tool again|Wait for Video)|another video/);
      }
    }
    expect(texts.size).toBe(told.length);
  });

  it('orders nothing again for a model that repeats a call whose answer was lost', async () => {
    const lost = outcomes.find(({ argument }) => argument === 'lost')!;
    const before = service.requests.length;
    const [first, second] = await hear(lost, version, 2);
    expect(service.requests.length - before).toBe(1);
    expect(second).toBe(first);
    expect(first).toContain('Don’t call this tool again for this video');
  });
});
