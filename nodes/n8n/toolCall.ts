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
