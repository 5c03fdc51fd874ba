import { WAIT_FOR_SUB_EXECUTION, type IExecuteFunctions } from 'n8n-workflow';
import { runDataOf } from './execution';

/**
 * Whether an execution is one of n8n's Engine 2.0: those have UUIDs, others numbers. That engine keeps
 * nothing of a step that is killed or fails but a message: what was paid could not be found again.
 */
export const isOfEngineTwo = (executionId: unknown): boolean => String(executionId).includes('-');

/** What is asked of a running node. No type of n8n promises the first. */
interface RunningNode {
  connectionType?: string;
  getNode(): { type: string; onError?: string };
}

/** Whether an AI agent runs the node as its tool. */
export function isToolCall(context: RunningNode): boolean {
  // A node that agents use as a tool is, to n8n, a type of its own with this ending.
  return runsInAgent(context) || context.getNode().type.endsWith('Tool');
}

/**
 * Whether a failed tool call answers with its error, as n8n does by itself where it runs the tools
 * of newer agents. Thrown, it would end an older agent's run before the model reads it. n8n tries
 * such a call no second time: the model decides.
 */
export const answersWithError = (context: RunningNode): boolean =>
  runsInAgent(context) && context.getNode().onError !== 'stopWorkflow';

/**
 * Whether the agent runs the node within its own run, as agents before version 3 do, and the MCP
 * Server Trigger. Newer agents have n8n run their tools as nodes of their own.
 */
const runsInAgent = ({ connectionType }: RunningNode): boolean => connectionType === 'ai_tool';

/**
 * Whether n8n gives the caller of this sub-workflow what it made, or how it failed, also when it slept
 * meanwhile. Engine 2.0 gives it nothing, and n8n 1 its own items back; early versions of n8n 2 do so
 * when the sub-workflow fails. The name came in with the last of their mends.
 */
export const handsResultToCaller = (context: object): boolean =>
  (WAIT_FOR_SUB_EXECUTION as unknown) !== undefined &&
  !isOfEngineTwo(runDataOf(context)?.parentExecution?.executionId);

/** Triggers that answer with what the last node gives out, but in these modes. */
const answering = ['webhook', 'formTrigger', 'chatTrigger'];
const modesApart: unknown[] = ['onReceived', 'responseNode', 'responseNodes'];

/**
 * Whether whoever started the execution waits for what it gives out in the end. n8n answers them as
 * soon as the execution sleeps, with what is only shown meanwhile.
 */
export function isAnswerAwaited(context: IExecuteFunctions): boolean {
  // Who sent the first request is gone.
  if (context.getMode() === 'retry') return false;
  const { name } = context.getNode();
  const runs = runDataOf(context)?.resultData?.runData ?? {};
  const before = context.getParentNodes(name, { includeNodeParameters: true });
  const trigger = before.find((node) => runs[node.name]?.[0]?.source.length === 0);
  const type = trigger?.type.split('.').at(-1) ?? '';
  if (!answering.includes(type)) return false;
  const hasFormPage = context.getChildNodes(name).some((node) => node.type.endsWith('.form'));
  if (type === 'formTrigger' && hasFormPage) return true;
  const { responseMode = 'onReceived', options } = trigger?.parameters ?? {};
  const { responseMode: ofChat } = Object(options) as { responseMode?: unknown };
  return !modesApart.includes(type === 'chatTrigger' ? ofChat : responseMode);
}
