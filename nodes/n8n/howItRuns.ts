import { WAIT_FOR_SUB_EXECUTION, type IExecuteFunctions } from 'n8n-workflow';
import { runDataOf } from './execution';

/**
 * Whether n8n's Engine 2.0 runs the execution: its IDs are UUIDs, others are numbers. Of a step that is
 * killed or fails it keeps only a message, so what was paid couldn't be found again.
 */
export const isOfEngineTwo = (executionId: unknown): boolean => String(executionId).includes('-');

/** No type of n8n promises `connectionType`. */
interface RunningNode {
  connectionType?: string;
  getNode(): { type: string; onError?: string };
}

/** Whether an AI agent runs the node as its tool: n8n makes each tool a node type that ends in "Tool". */
export const isToolCall = (context: RunningNode): boolean =>
  runsInAgent(context) || context.getNode().type.endsWith('Tool');

/**
 * Whether a failed tool call returns its error, so that the model reads it and decides: thrown, it would
 * end an older agent's run. For newer agents, n8n turns a thrown error into an answer itself.
 */
export const answersWithError = (context: RunningNode): boolean =>
  runsInAgent(context) && context.getNode().onError !== 'stopWorkflow';

/** Agents before version 3 and the MCP Server Trigger run tools themselves; n8n does for newer agents. */
const runsInAgent = ({ connectionType }: RunningNode): boolean => connectionType === 'ai_tool';

/**
 * Whether the caller of this sub-workflow gets its result or error even if it slept. Engine 2.0 hands
 * over nothing; n8n 1 gives the caller's own items back, and so does early n8n 2 after a failure. The
 * version that mended the last of this also brought the constant.
 */
export const handsResultToCaller = (context: object): boolean =>
  (WAIT_FOR_SUB_EXECUTION as unknown) !== undefined &&
  !isOfEngineTwo(runDataOf(context)?.parentExecution?.executionId);

/** Triggers that answer with the last node's output, except in `modesApart`. */
const answering = ['webhook', 'formTrigger', 'chatTrigger'];
const modesApart: unknown[] = ['onReceived', 'responseNode', 'responseNodes'];

/**
 * Whether whoever started the execution waits for its last output. Were it to sleep, n8n would answer at
 * once, with what the node only shows meanwhile.
 */
export function isAnswerAwaited(context: IExecuteFunctions): boolean {
  // Whoever sent the first request is gone.
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
