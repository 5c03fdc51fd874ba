import {
  NodeHelpers,
  type IContextObject,
  type IExecuteFunctions,
  type INode,
  type IRunExecutionData,
} from 'n8n-workflow';
import { startWait, type WaitState } from '../waiting/watch';

/** What a node that slept must find again when it wakes. n8n stores it with the execution. */
export interface StoredWait {
  executionId: string | undefined;
  state: WaitState;
  /** How often the execution has been put to sleep. */
  sleeps: number;
  /** What rang since then: ids of tasks, or "" for a ring that named none. */
  rings: string[];
  /** Tasks whose items have left the node already. */
  gone: string[];
}

const contextKey = 'wait';

// Rings that wake an execution are few; a caller who rings without end must not fill the database.
const mostRings = 1_000;

/**
 * Reads what an earlier visit left: it outlasts sleep, restarts, the tries of "Retry On Fail", and
 * a move to another worker. A copy of an execution that is run again starts anew.
 */
export function readStoredWait(context: IExecuteFunctions): StoredWait {
  const executionId = context.getExecutionId();
  const stored = context.getContext('node')[contextKey] as StoredWait | undefined;
  if (stored !== undefined && stored.executionId === executionId) return stored;
  return { executionId, state: startWait(), sleeps: 0, rings: [], gone: [] };
}

export function storeWait(context: IExecuteFunctions, stored: StoredWait): void {
  context.getContext('node')[contextKey] = stored;
}

export function forgetWait(context: IExecuteFunctions): void {
  delete context.getContext('node')[contextKey];
}

/**
 * Leaves word in a sleeping execution that it was rung.
 *
 * @param data - the stored execution, as n8n hands it to a webhook
 * @param taskId - the task that the ring named, or ""
 */
export function noteRing(data: IRunExecutionData, node: INode, taskId: string): void {
  const nodeContext: IContextObject = NodeHelpers.getContext(data, 'node', node);
  const stored = nodeContext[contextKey] as StoredWait | undefined;
  if (stored === undefined || stored.rings.length >= mostRings) return;
  stored.rings = [...new Set([...stored.rings, taskId])];
}
