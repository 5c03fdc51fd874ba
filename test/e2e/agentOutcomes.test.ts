import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCredential, type Workflow } from '../../playground/index.ts';
import { agentOutcomes, answerOutcomes, type AgentOutcome } from '../engine/agentOutcomes.ts';
import type { LoopbackService } from '../engine/loopbackService.ts';
import { startChatModel, type ChatModel, type Step } from './examples/chatModel.ts';
import { real, useRealN8n } from './useRealN8n.ts';

// The newest agent, which hands its calls to n8n's engine; older ones call a tool as test/engine does.
const agentVersion = 3.1;

useRealN8n();

let service: LoopbackService;
let model: ChatModel;
const credentials: Record<string, { id: string; name: string }> = {};
/** What the model does next, by what its tool has answered. */
let script: (answers: string[]) => Step;

beforeAll(async () => {
  service = await answerOutcomes();
  model = await startChatModel((answers) => script(answers));
  credentials.videoGenApi = await importCredential(real.client, {
    name: 'Outcomes',
    type: 'videoGenApi',
    data: { baseUrl: service.baseUrl, apiKey: 'key-of-outcomes' },
  });
  credentials.openAiApi = await importCredential(real.client, {
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

/** An agent with one tool. */
function agentWith({ type, parameters, name }: AgentOutcome): Workflow {
  const langchain = '@n8n/n8n-nodes-langchain';
  const nodes = [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
    {
      ...{ name: 'Agent', type: `${langchain}.agent`, typeVersion: agentVersion },
      parameters: { promptType: 'define', text: 'A video, please', options: {} },
    },
    {
      ...{ name: 'Model', type: `${langchain}.lmChatOpenAi`, typeVersion: 1.2 },
      parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
    },
    { name: 'Tool', type: `n8n-nodes-videogen.${type}Tool`, parameters },
  ];
  const into = (kind: string) => ({ [kind]: [[{ node: 'Agent', type: kind, index: 0 }]] });
  return {
    ...{ id: name.replaceAll(/\W/g, ''), name },
    // Without it, n8n goes on with a newer agent before its tool has run.
    settings: { executionOrder: 'v1' },
    nodes: nodes.map((node) => ({
      ...{ id: node.name, typeVersion: 1, position: [0, 0] as [number, number], credentials },
      ...node,
    })),
    connections: {
      Start: into('main'),
      Model: into('ai_languageModel'),
      Tool: into('ai_tool'),
    },
  } as unknown as Workflow;
}

/** What the model has read when it has called its tool so often with the same words. */
async function hear(outcome: AgentOutcome, calls = 1) {
  let heard: string[] = [];
  script = (answers) => {
    heard = answers;
    return answers.length < calls ? { argument: outcome.argument } : { says: 'That is all.' };
  };
  const execution = await real.run(agentWith(outcome));
  expect(execution.data.resultData.error?.message).toBeUndefined();
  return heard;
}

it.each(outcomes)('an agent’s model reads the whole text: $name', async (outcome) => {
  const [heard] = await hear(outcome);
  const [first] = [JSON.parse(heard!) as Array<{ error?: string }> | { error?: string }].flat();
  const text = first!.error ?? JSON.stringify(first);
  if (outcome.taskId !== undefined) expect(text).toContain(outcome.taskId);
  if (first!.error === undefined) return;
  expect(text).toMatch(/charged/);
  expect(text).toMatch(/call (this tool again|Wait for Video)|another video/);
});

it('an agent orders nothing again for a model that repeats a call whose answer was lost', async () => {
  const lost = outcomes.find(({ argument }) => argument === 'lost')!;
  const before = service.requests.length;
  const [first, second] = await hear(lost, 2);
  expect(service.requests.length - before).toBe(1);
  expect(second).toBe(first);
  expect(first).toContain('Don’t call this tool again for this video');
});
