import { isEntry, type Pass, type Row } from './Pass';

/** A call of an AI agent that the node answers. */
export interface ToolCall {
  /** The object of its arguments: the tries of one call share it and nothing else. */
  call: object | undefined;
  /** The agent's run over its input and its try, where the agent runs its tools itself. */
  agentTry: { run: object; attempt: object } | undefined;
  nodeName: string;
}

/** What an agent's run has asked for, in its present try and in those before. */
interface AgentRun {
  attempt: object;
  asked: Map<Pass, string>;
  before: Map<Pass, string>;
}

/** The passes of tool calls: they live as long as n8n keeps the calls. */
export class ToolCalls {
  private readonly passes = new WeakMap<object, Pass>();
  private readonly runs = new WeakMap<object, AgentRun>();

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
   * takes over what came of the same request in an earlier try, once.
   *
   * @returns undefined where there is none, or where the agent does not run its tools itself: no
   *   further try repeats those
   */
  takeEarlier({ agentTry, nodeName }: ToolCall, pass: Pass, request: string): Row | undefined {
    if (agentTry === undefined) return undefined;
    const { asked, before } = this.runOf(agentTry);
    asked.set(pass, nodeName);
    for (const [earlier, itsNode] of before) {
      const row = earlier.rows[0];
      if (itsNode !== nodeName || row?.request !== request || !isEntry(row.result)) continue;
      before.delete(earlier);
      pass.rows[0] = row;
      break;
    }
    return pass.rows[0];
  }

  private runOf({ run, attempt }: { run: object; attempt: object }): AgentRun {
    const known = this.runs.get(run);
    if (known?.attempt === attempt) return known;
    const before = new Map([...(known?.before ?? []), ...(known?.asked ?? [])]);
    const next = { attempt, asked: new Map(), before };
    this.runs.set(run, next);
    return next;
  }
}
