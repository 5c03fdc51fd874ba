/** An execution as n8n stores it, as far as the count needs it. */
export interface Ended {
  prompt: string | undefined;
  status: string;
  retryOf?: string | undefined;
  /** Everything that n8n stored of it. */
  text: string;
  /** The task whose video left the waiting node. */
  deliveredTask?: string | undefined;
}

export interface Tally {
  created: number;
  delivered: number;
  resumedByPerson: number;
  chargedTwice: number;
  idUnknown: number;
}

/**
 * Counts what became of the orders.
 *
 * @param prompts - one per order, each of its own
 * @param tasks - what the service made
 */
export function tally(
  prompts: string[],
  tasks: { id: string; prompt: string }[],
  executions: Ended[],
): Tally {
  const made = (prompt: string) => tasks.filter((task) => task.prompt === prompt);
  const delivered = (byPerson: boolean) =>
    prompts.filter((prompt) =>
      executions.some(
        (execution) =>
          (execution.retryOf !== undefined) === byPerson &&
          execution.status === 'success' &&
          made(prompt).some(({ id }) => id === execution.deliveredTask),
      ),
    ).length;
  return {
    created: prompts.filter((prompt) => made(prompt).length > 0).length,
    delivered: delivered(false),
    resumedByPerson: delivered(true),
    chargedTwice: prompts.filter((prompt) => made(prompt).length > 1).length,
    idUnknown: tasks.filter(({ id }) => !executions.some(({ text }) => text.includes(id))).length,
  };
}

export const tellTally = (t: Tally) =>
  `created ${t.created}, delivered ${t.delivered}, resumed by a person ${t.resumedByPerson}, charged twice ${t.chargedTwice}, id unknown ${t.idUnknown}`;
