import { mayBeCharged, type Charged, type Pass } from './Pass';

/** A call of an AI agent that the node answers. */
export interface ToolCall {
  /** The object of its arguments: the tries of one call share it and nothing else. */
  call: object | undefined;
  /** The agent's run over its input and its try, where the agent runs its tools itself. */
  agentTry: { run: object; attempt: object } | undefined;
}

/** Which call each pass of a tool belongs to; known for as long as n8n keeps the calls. */
export class ToolCalls {
  private readonly passes = new WeakMap<object, Pass>();
  private readonly tries = new WeakMap<Pass, ToolCall['agentTry']>();

  /**
   * The pass of a tool call, whose tries n8n gives a run index of its own each.
   *
   * @param fresh - the pass, where this is its first try
   */
  find({ call, agentTry }: ToolCall, fresh: Pass): Pass {
    const known = call && this.passes.get(call);
    if (known !== undefined) return known;
    if (call !== undefined) this.passes.set(call, fresh);
    this.tries.set(fresh, agentTry);
    return fresh;
  }

  /**
   * What a call gets of earlier ones for the same request. A model that is told of an unknown outcome
   * likes to ask for the same video again. And when an agent is run again (Retry On Fail, or Retry of
   * its execution), the model asks for all its videos again: each call then takes over one of an
   * earlier try, once.
   *
   * @param alike - the passes with that request, in their order
   */
  findEarlier(
    { agentTry }: ToolCall,
    alike: readonly Pass[],
    executionId: string,
  ): Charged | undefined {
    const newest = alike.at(-1)?.rows[0]?.result;
    if (newest?.kind === 'unknown') return newest;
    for (const pass of alike) {
      const [row] = pass.rows;
      const { run, attempt } = this.tries.get(pass) ?? {};
      const isOfRun = run !== undefined && run === agentTry?.run && attempt !== agentTry.attempt;
      const isOfEarlierTry = isOfRun || row?.executionId !== executionId;
      if (!isOfEarlierTry || !mayBeCharged(row?.result)) continue;
      // It is on the record of the call that takes it over.
      pass.rows = [];
      return row!.result;
    }
    return undefined;
  }
}
