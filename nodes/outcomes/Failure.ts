import { outcomes, type OutcomeName } from './catalogue';
import { kinds, type Outcome, type Paid, notes } from './money';

/** Why an item did not get what it asked for; `tellPerson` makes whole sentences of it. */
export interface Failure {
  /** What failed, with the task id and the observed value, in one sentence. */
  message: string;
  /** What to do about it, before anything is tried again. */
  step: string;
  /** Stable id of the kind of failure, for IF nodes on the error branch. */
  reason: string;
  /** What the node spent for it now; absent where it spends nothing. */
  paid?: Paid | undefined;
  /** The person's own name for the row that failed, and what tells its order from others. */
  label?: string;
  orderKey?: string;
  /** What the service or the network itself said. */
  cause?: string;
  httpStatus?: number;
  /** What the service said beside its sentence: codes, types, request IDs and figures. */
  codes?: string;
  taskId?: string;
  /** What an answer without a task id at its place named that may be one, such as `data.id "abc"`. */
  ids?: string[];
  /** What the service says of the task, where it has told of it. */
  status?: string;
  /** Address of the finished video, where there is one. */
  videoUrl?: string;
  /** All rows of the run, where the failure stops more than its own. */
  rows?: Row[];
}

/** What became of an input row, counted as people do, from 1; without a reason, it got what it asked for. */
export type Row = Partial<Omit<Failure, 'rows'>> & { row: number };

/** Stops the node with a failure; `failEveryItem` makes n8n's error of it. */
export class FailureError extends Error {
  /**
   * @param itemIndex - the input item that it is about, where it is about one
   * @param description - what a person is told besides, where it is about more than the failure
   */
  constructor(
    readonly failure: Failure,
    readonly itemIndex?: number,
    readonly description?: string,
  ) {
    super(failure.message);
  }
}

const reasonOf = (name: string): string => name.split('.')[0]!;

/** Fills the places in braces of a text. */
export const fill = (text: string, about: object): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) =>
    String((about as Record<string, unknown>)[name] ?? ''),
  );

/**
 * The failure of an outcome.
 *
 * @param said - what is known of it
 * @param about - what stands in its sentences besides
 */
export function failureFor(
  name: OutcomeName,
  said: Partial<Failure> = {},
  about: object = {},
): Failure {
  const { kind, says, step, paid = kinds[kind].paid }: Outcome = outcomes[name];
  const known = { ...said, ...about };
  const http = said.httpStatus === undefined ? '' : ` (HTTP ${said.httpStatus})`;
  return {
    reason: reasonOf(name),
    message: fill(says, known) + http,
    step: fill(step, known),
    paid,
    ...said,
  };
}

/** What all failures of a reason have in common. */
export function commonOf({ reason }: Pick<Failure, 'reason'>) {
  const all = Object.entries<Outcome>(outcomes);
  const [, outcome] = all.find(([name]) => reasonOf(name) === reason) ?? ['', outcomes.brokenRun];
  return { ...kinds[outcome.kind], ...outcome };
}

/** What mends the cause, and what to do then: `next` begins with a small letter. */
export function inSteps(mend: string, next: string): string {
  if (next === '') return mend;
  return mend === '' ? next.charAt(0).toUpperCase() + next.slice(1) : `${mend} Then ${next}`;
}

/**
 * Whether anything was charged, what to do, and what the service or the network said.
 *
 * @param next - what to do when the cause of something that was not charged is mended
 * @param isBesidePaid - whether other rows of the run are paid
 */
export function tellPerson(failure: Failure, next = '', isBesidePaid = false): string {
  const { message, step, cause = '', orderKey, status } = failure;
  const { kind, money, moneyOnceSeen } = commonOf(failure);
  const isFree = kind === 'free';
  return [
    isFree && isBesidePaid ? notes.freeRow : ((status && moneyOnceSeen) ?? money),
    inSteps(step, isFree ? next : ''),
    kind === 'ended' && orderKey !== undefined && notes.newKey,
    cause !== '' && cause !== message && `Details: ${cause}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * A failure in one text. A model that uses the node as a tool reads nothing else of it, and n8n
 * hands it an error's message alone.
 */
export const tellModel = (failure: Failure, description: string): string =>
  [failure.message, description, fill(commonOf(failure).model, failure)]
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
