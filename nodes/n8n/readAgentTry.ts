import type { IExecuteFunctions } from 'n8n-workflow';
import { runsInAgent } from './isToolCall';

/** n8n's own context of a node that an agent runs by itself; no type promises it. */
interface Inside {
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
