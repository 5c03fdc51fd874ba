/** What is asked of a running node. No type of n8n promises the first three. */
interface RunningNode {
  connectionType?: string;
  /** What the agent runs with: the same for all tries of "Retry On Fail". */
  executeData?: object;
  /** Made for each try of the agent. */
  closeFunctions?: object;
  getNode(): { type: string; onError?: string };
}

/**
 * The try of an agent's run over its input that a tool call belongs to; undefined where n8n runs the
 * tool itself. Both tell themselves apart by being one object.
 */
export function readAgentTry(context: RunningNode) {
  const { executeData: run, closeFunctions: attempt } = context;
  if (!runsInAgent(context) || run === undefined || attempt === undefined) return undefined;
  return { run, attempt };
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
