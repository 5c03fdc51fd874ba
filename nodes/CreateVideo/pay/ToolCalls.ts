import { isEntry, type Pass, type Row } from './Pass';

/** A call of an AI agent that the node answers. */
export interface ToolCall {
  /** The object of its arguments: the tries of one call share it and nothing else. */
  call: object | undefined;
  /** The agent's run over its input and its try, where the agent runs its tools itself. */
  agentTry: { run: object; attempt: object } | undefined;
  nodeName: string;
}

interface Call {
  pass: Pass;
  nodeName: string;
}

/** The passes of tool calls: they live as long as n8n keeps the calls. */
export class ToolCalls {
  private readonly passes = new WeakMap<object, Pass>();
  /** By the run of an agent. */
  private readonly calls = new WeakMap<object, Call[]>();
  /** What a try of an agent has asked for. */
  private readonly asked = new WeakMap<object, Set<Pass>>();

  /**
   * The pass of a tool call, whose tries n8n gives a run index of its own each.
   *
   * @param fresh - the pass, where this is its first try
   */
  find({ call }: ToolCall, fresh: Pass): Pass {
    if (call === undefined) return fresh;
    const pass = this.passes.get(call) ?? fresh;
    this.passes.set(call, pass);
    return pass;
  }

  /**
   * When n8n runs an agent again ("Retry On Fail"), the model asks for its videos again: each call then
   * stands for a call of an earlier try with the same request, as long as there is one that this try
   * has not asked for yet, and takes over what came of it.
   *
   * @returns undefined where there is none, or where the agent does not run its tools itself: no
   *   further try repeats those
   */
  takeEarlier({ agentTry, nodeName }: ToolCall, pass: Pass, request: string): Row | undefined {
    if (agentTry === undefined) return undefined;
    const calls = this.calls.get(agentTry.run) ?? [];
    this.calls.set(agentTry.run, calls);
    const asked = this.asked.get(agentTry.attempt) ?? new Set<Pass>();
    this.asked.set(agentTry.attempt, asked);
    if (asked.has(pass)) return pass.rows[0];
    asked.add(pass);
    const at = calls.findIndex((other) => {
      const row = other.pass.rows[0];
      const isSame = row?.request === request && other.nodeName === nodeName;
      return isSame && isEntry(row.result) && !asked.has(other.pass);
    });
    const [earlier] = at < 0 ? [] : calls.splice(at, 1);
    if (earlier !== undefined) pass.rows[0] = earlier.pass.rows[0]!;
    calls.push({ pass, nodeName });
    return pass.rows[0];
  }
}
