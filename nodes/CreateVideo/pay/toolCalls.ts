import { isEntry, type Pass, type Row } from './Pass';

/** A call of an AI agent that the node answers. */
export interface ToolCall {
  /** The object of its arguments: the tries of one call share it and nothing else. */
  call: object | undefined;
  /** The agent's run over its input and its try, where the agent runs its tools itself. */
  agentTry: { run: object; attempt: object } | undefined;
  nodeName: string;
}

/** The passes of tool calls, by their arguments, and by agent: they live as long as n8n keeps those. */
const passesOfCalls = new WeakMap<object, Pass>();
const passesOfAgents = new WeakMap<object, Array<{ pass: Pass; name: string }>>();
const takenByTries = new WeakMap<object, Set<Pass>>();

/**
 * The pass of a tool call, whose tries n8n gives a run index of its own each.
 *
 * @param fresh - the pass, where this is its first try
 */
export function findCall({ call }: ToolCall, fresh: Pass): Pass {
  if (call === undefined) return fresh;
  const pass = passesOfCalls.get(call) ?? fresh;
  passesOfCalls.set(call, pass);
  return pass;
}

/**
 * When n8n runs an agent again ("Retry On Fail"), the model asks for its videos again: each call then
 * stands for a call of an earlier try with the same request, as long as there is one that this try has
 * not asked for yet, and takes over what came of it.
 *
 * @returns undefined where there is none, or where the agent does not run its tools itself: no further
 *   try repeats those
 */
export function takeEarlierCall(
  { agentTry, nodeName }: ToolCall,
  pass: Pass,
  request: string,
): Row | undefined {
  if (agentTry === undefined) return undefined;
  const calls = passesOfAgents.get(agentTry.run) ?? [];
  passesOfAgents.set(agentTry.run, calls);
  const taken = takenByTries.get(agentTry.attempt) ?? new Set<Pass>();
  takenByTries.set(agentTry.attempt, taken);
  if (taken.has(pass)) return pass.rows[0];
  taken.add(pass);
  const isEarlier = (other: { pass: Pass; name: string }) => {
    const row = other.pass.rows[0];
    const isAsked = row?.request === request && isEntry(row.result);
    return isAsked && other.name === nodeName && !taken.has(other.pass);
  };
  const at = calls.findIndex(isEarlier);
  const [earlier] = at < 0 ? [] : calls.splice(at, 1);
  if (earlier !== undefined) pass.rows[0] = earlier.pass.rows[0]!;
  calls.push({ pass, name: nodeName });
  return pass.rows[0];
}
