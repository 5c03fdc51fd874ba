/**
 * When an execution sleeps, wakes, and goes on. Each rule of a table has a condition and what is done
 * where it holds; the first that holds counts. The rest of this folder does what these tables say.
 *
 * n8n reads a sleeping execution when its timer goes off or its resume URL is called, and marks it
 * as running later: with a limit of executions at a time (N8N_CONCURRENCY_PRODUCTION_LIMIT), only
 * when its turn has come. Until then it still counts as asleep, so a call, the timer, and then each
 * minute's look for executions that are due put the same state into the queue again. The first to
 * have its turn goes on with it; if it went to sleep once more, the second would start from the old
 * state and do it all again. That is what the rules about copies are for.
 */
export interface Rule<Facts, Step> {
  /** In words, for people. */
  when: string;
  holds: (facts: Facts) => boolean;
  step: Step;
  why: string;
}

/** What the first rule says that holds. */
export const decide = <Facts, Step>(table: ReadonlyArray<Rule<Facts, Step>>, facts: Facts): Step =>
  table.find(({ holds }) => holds(facts))!.step;

/** What is true when a visit of the node begins: the rules below say it in words. */
export interface WakeFacts {
  hasSlept: boolean;
  hasCopyAtWork: boolean;
  isStart: boolean;
  mayBeQueuedAgain: boolean;
}

export type WakeStep =
  | 'look'
  /** Does nothing, and gives out nothing. */
  | 'stepAside'
  /** Goes back to sleep until n8n has started and it has woken the others, and is called then. */
  | 'sleepThroughStart'
  /** Goes back to sleep and is called: that call stands behind all else in n8n's queue. */
  | 'sleepAndBeCalled';

export const wakeTable: ReadonlyArray<Rule<WakeFacts, WakeStep>> = [
  {
    when: 'another copy of it is at work in this process',
    holds: ({ hasCopyAtWork }) => hasCopyAtWork,
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
    when: 'n8n is still starting, or it has others to wake after the start',
    holds: ({ isStart }) => isStart,
    step: 'sleepThroughStart',
    why: 'n8n takes for crashed what runs later in its start; and n8n may be killed again.',
  },
  {
    when: 'n8n may have queued it once more',
    holds: ({ mayBeQueuedAgain }) => mayBeQueuedAgain,
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
export interface LookFacts {
  isAllEnded: boolean;
  staysAwake: boolean;
  mayBeReadAwake: boolean;
}

export type LookStep = 'finish' | 'stay' | 'sleep';

export const lookTable: ReadonlyArray<Rule<LookFacts, LookStep>> = [
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
