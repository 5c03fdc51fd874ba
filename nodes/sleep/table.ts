/**
 * When an execution sleeps, wakes, and goes on. Each row of a table has a condition and what is done
 * where it holds; the first that holds counts. The rest of this folder does what these tables say.
 *
 * n8n reads a sleeping execution when its timer goes off or its resume URL is called, and marks it
 * as running later: with a limit of executions at a time (N8N_CONCURRENCY_PRODUCTION_LIMIT), only
 * when its turn has come. Until then it still counts as asleep, so a call, the timer, and then each
 * minute's look for executions that are due put the same state into the queue again. The first to
 * have its turn goes on with it; if it went to sleep once more, the second would start from the old
 * state and do it all again. That is what the rows about copies are for.
 */
export interface Row<Situation, Step> {
  /** In words, for people. */
  when: string;
  holds: (situation: Situation) => boolean;
  step: Step;
  why: string;
}

/** The first row that holds. */
export function decide<Situation, Step>(
  rows: ReadonlyArray<Row<Situation, Step>>,
  situation: Situation,
): Step {
  return rows.find(({ holds }) => holds(situation))!.step;
}

/** How a visit of the node begins. */
export interface Waking {
  /** The execution comes from a sleep; otherwise it was awake. */
  hasSlept: boolean;
  /** Another copy of it, in this process, is at work. */
  isAtWork: boolean;
  /** n8n has started. */
  isUp: boolean;
  /** n8n may have put it into its queue once more. */
  isDoubtful: boolean;
}

export type WakingStep =
  | 'look'
  /** Does nothing, and gives out nothing. */
  | 'stepAside'
  /** Goes back to sleep until n8n has started, and is called then. */
  | 'sleepUntilUp'
  /** Goes back to sleep and is called: that call stands behind all else in n8n's queue. */
  | 'sleepAndBeCalled';

export const wakingTable: ReadonlyArray<Row<Waking, WakingStep>> = [
  {
    when: 'another copy of it is at work in this process',
    holds: ({ isAtWork }) => isAtWork,
    step: 'stepAside',
    why: 'Older versions of n8n start a second copy beside the first when a timer goes off.',
  },
  {
    when: 'the execution was awake',
    holds: ({ hasSlept }) => !hasSlept,
    step: 'look',
    why: 'A first visit, a retry, or the next round of a loop.',
  },
  {
    when: 'n8n is still starting',
    holds: ({ isUp }) => !isUp,
    step: 'sleepUntilUp',
    why: 'n8n takes for crashed what runs later in its start, and its parts are not ready.',
  },
  {
    when: 'n8n may have queued it once more',
    holds: ({ isDoubtful }) => isDoubtful,
    step: 'sleepAndBeCalled',
    why: 'The other copy would do everything again.',
  },
  {
    when: 'otherwise',
    holds: () => true,
    step: 'look',
    why: 'This is the only copy.',
  },
];

/** What is true after the look. */
export interface Looked {
  /** No task is open any more. */
  isAllEnded: boolean;
  /** The user wants it to stay in the execution, or it cannot sleep. */
  staysAwake: boolean;
  /** A timer of n8n went off while it was awake, or does before it can be stored asleep. */
  mayBeReadAwake: boolean;
}

export type LookedStep =
  /** Everything leaves, and the wait is over. */
  | 'finish'
  /** Waits in the execution to the end. */
  | 'stay'
  | 'sleep';

export const lookedTable: ReadonlyArray<Row<Looked, LookedStep>> = [
  {
    when: 'all tasks have ended',
    holds: ({ isAllEnded }) => isAllEnded,
    step: 'finish',
    why: 'There is nothing to wait for.',
  },
  {
    when: 'the user wants it to stay, or it cannot sleep',
    holds: ({ staysAwake }) => staysAwake,
    step: 'stay',
    why: 'It waits in the execution, and says why if the user did not ask for it.',
  },
  {
    when: 'n8n may have read it while it was awake',
    holds: ({ mayBeReadAwake }) => mayBeReadAwake,
    step: 'stay',
    why: 'n8n would start it again from the state before, once it sleeps.',
  },
  {
    when: 'otherwise',
    holds: () => true,
    step: 'sleep',
    why: 'The watcher, the service’s call or the timer wakes it.',
  },
];
