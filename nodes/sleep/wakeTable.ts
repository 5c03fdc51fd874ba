/**
 * How a visit of a node begins: the first rule whose fact is true counts, and `beginVisit` does what
 * it says. docs/internals/sleep.md tells how n8n comes to queue an execution twice.
 */
export const wakeTable = [
  {
    fact: 'hasCopyAtWork',
    when: 'another copy of it is at work in this process',
    step: 'stepAside',
    why: 'Older versions of n8n start a second copy beside the first when a timer goes off.',
  },
  {
    fact: 'isStart',
    when: 'n8n is still starting, or it has others to wake after the start',
    step: 'sleepThroughStart',
    why: 'n8n takes for crashed what runs later in its start; and n8n may be killed again.',
  },
  {
    fact: 'mayBeQueuedAgain',
    when: 'n8n may have queued it once more',
    step: 'sleepAndBeCalled',
    why: 'The other copy would do everything again. A new call stands behind it in n8n’s queue.',
  },
  {
    fact: 'isAlone',
    when: 'otherwise',
    step: 'look',
    why: 'It was awake, or this is the only copy.',
  },
] as const;

type Rule = (typeof wakeTable)[number];
export type WakeFacts = Record<Exclude<Rule['fact'], 'isAlone'>, boolean>;

/** What the first rule says that holds. */
export const decide = (facts: WakeFacts): Rule['step'] =>
  wakeTable.find(({ fact }) => fact === 'isAlone' || facts[fact])!.step;
