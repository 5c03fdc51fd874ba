/** A task as the service made it. */
export interface MadeTask {
  id: string;
  prompt: string;
}

/** What came of the orders, as the workflows and n8n have it. */
export interface Outcome {
  /** Tasks whose video arrived where it was to go, each as often as it did. */
  delivered: string[];
  /** Those of them that a person had to retry. */
  resumedByPerson: string[];
  /** What a person was told of: an order or a task, and why. */
  told: { task?: string; prompt?: string; reason: string }[];
  /** How many orders or executions have still something to go through. */
  underWay: number;
  /** How it came about, in a line for people. */
  how?: string;
}

export interface Tally {
  created: number;
  delivered: number;
  resumedByPerson: number;
  chargedTwice: number;
  /** Orders that arrived more than once: the node that ran when n8n was killed runs again. */
  deliveredTwice: string[];
  /** Tasks that did not arrive, of which a person was told. */
  left: { prompt: string; reason: string }[];
  /** Tasks that neither arrived nor were told of. */
  vanished: string[];
}

/**
 * Counts what became of the orders.
 *
 * @param orders - the prompt of each, none the beginning of another
 * @param tasks - what the service made
 */
export function tally(orders: string[], tasks: MadeTask[], outcome: Outcome): Tally {
  const result: Tally = {
    created: 0,
    delivered: 0,
    resumedByPerson: 0,
    chargedTwice: 0,
    deliveredTwice: [],
    left: [],
    vanished: [],
  };
  const delivered = new Set(outcome.delivered);
  const byPerson = new Set(outcome.resumedByPerson);
  for (const order of orders) {
    const made = tasks.filter(({ prompt }) => prompt.startsWith(order));
    if (made.length === 0) continue;
    result.created += 1;
    if (made.length > 1) result.chargedTwice += 1;
    if (outcome.delivered.filter((task) => made.some(({ id }) => id === task)).length > 1)
      result.deliveredTwice.push(order);
    if (made.some(({ id }) => byPerson.has(id))) result.resumedByPerson += 1;
    else if (made.some(({ id }) => delivered.has(id))) result.delivered += 1;
    else {
      const told = outcome.told.find(({ task, prompt }) =>
        made.some((one) => one.id === task || one.prompt === prompt),
      );
      if (told) result.left.push({ prompt: order, reason: told.reason });
      else result.vanished.push(order);
    }
  }
  return result;
}

export const tellTally = (t: Tally) =>
  `created ${t.created}, delivered ${t.delivered}, resumed by a person ${t.resumedByPerson}, charged twice ${t.chargedTwice}, left to a person ${t.left.length}${
    t.left.length > 0
      ? ` (${t.left.map(({ prompt, reason }) => `${prompt} ${reason}`).join('; ')})`
      : ''
  }`;

/** Whether there were tasks, every one arrived or was told of, and none was paid for twice. */
export const isHeld = (t: Tally) =>
  t.created > 0 &&
  t.chargedTwice === 0 &&
  t.delivered + t.resumedByPerson + t.left.length === t.created;
