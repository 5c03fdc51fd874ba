import type { IExecuteFunctions } from 'n8n-workflow';
import { readAgentTry } from '../n8n/readAgentTry';
import type { Entry } from './ledger';

/** One order of an agent: what came of it, once it was taken or may have been. */
export interface AgentOrder {
  entry?: Entry;
}

/** All lives as long as n8n keeps the agent's run. */
const ordersOfRuns = new WeakMap<object, Map<string, AgentOrder[]>>();
const claimedByTries = new WeakMap<object, Set<AgentOrder>>();
const ordersOfCalls = new WeakMap<object, AgentOrder>();

/**
 * The order that a tool call stands for. When n8n runs an agent again ("Retry On Fail"), the model
 * asks for its videos again: each call then stands for an order of an earlier try with the same
 * request, as long as there is one that this try has not asked for yet.
 *
 * @param request - the request as text
 * @returns undefined where the agent does not run its tools itself: no further try repeats those
 */
export function findAgentOrder(
  context: IExecuteFunctions,
  request: string,
): AgentOrder | undefined {
  const call = context.getInputData()[0]?.json;
  const agentTry = readAgentTry(context);
  if (call === undefined || agentTry === undefined) return undefined;
  // All tries of the call itself are for one order.
  const known = ordersOfCalls.get(call);
  if (known !== undefined) return known;

  const ofRun = ordersOfRuns.get(agentTry.run) ?? new Map<string, AgentOrder[]>();
  ordersOfRuns.set(agentTry.run, ofRun);
  const claimed = claimedByTries.get(agentTry.attempt) ?? new Set<AgentOrder>();
  claimedByTries.set(agentTry.attempt, claimed);
  const key = JSON.stringify([context.getNode().name, request]);
  const orders = ofRun.get(key) ?? [];
  const order = orders.find((one) => one.entry !== undefined && !claimed.has(one)) ?? {};
  ofRun.set(key, [...orders.filter((one) => one !== order), order]);
  claimed.add(order);
  ordersOfCalls.set(call, order);
  return order;
}
