import type { IExecuteFunctions } from 'n8n-workflow';

/** n8n's own context of a node that an agent runs by itself; no type promises it. */
interface Inside {
  connectionType?: string;
  /** What the agent runs with: the same for all tries of "Retry On Fail". */
  executeData?: object;
  /** Made for each try of the agent. */
  closeFunctions?: object;
}

/** A try of an agent's run over its input. Both tell themselves apart by being one object. */
export interface AgentTry {
  run: object;
  attempt: object;
}

/** The agent's try that a tool call belongs to; undefined where n8n runs the tool itself. */
export function readAgentTry(context: IExecuteFunctions): AgentTry | undefined {
  const { executeData: run, closeFunctions: attempt } = context as Inside;
  if (!runsInAgent(context) || run === undefined || attempt === undefined) return undefined;
  return { run, attempt };
}

/** Whether an AI agent runs the node as its tool. */
export function isToolCall(context: IExecuteFunctions): boolean {
  // A node that agents use as a tool is, to n8n, a type of its own with this ending.
  return runsInAgent(context) || context.getNode().type.endsWith('Tool');
}

/**
 * Whether the agent runs the node within its own run, as agents before version 3 do, and the MCP
 * Server Trigger. Newer agents have n8n run their tools as nodes of their own.
 */
function runsInAgent(context: IExecuteFunctions): boolean {
  const { isToolExecution }: MayTellOfTools = context;
  return (
    isToolExecution?.call(context) === true || (context as Inside).connectionType === 'ai_tool'
  );
}

/** n8n 1 does not have this method. */
type MayTellOfTools = Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

/**
 * Whether a failed tool call answers with its error, as n8n does by itself where it runs the tools
 * of newer agents. Thrown, it would end an older agent's run before the model reads it. n8n tries
 * such a call no second time: the model decides.
 */
export const answersWithError = (context: IExecuteFunctions): boolean =>
  runsInAgent(context) && context.getNode().onError !== 'stopWorkflow';
