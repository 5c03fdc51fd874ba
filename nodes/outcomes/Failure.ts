import { outcomes, type OutcomeName } from './catalogue';
import { kinds, type Outcome, type Paid, notes } from './money';

/** Why an item didn't get what it asked for. */
export interface Failure {
  /** What failed, with the task ID and the observed value, in one sentence. */
  message: string;
  /** What to fix before anything is tried again. */
  step: string;
  /** A stable name of the kind of failure, for IF nodes on the error branch. */
  reason: string;
  /** What the node spent on it now; absent where it never spends anything. */
  paid?: Paid | undefined;
  label?: string;
  orderKey?: string;
  /** What the service or the network said. */
  cause?: string;
  httpStatus?: number;
  /** What the service said beside its sentence: codes, types, request IDs and figures. */
  codes?: string;
  taskId?: string;
  /** What may be the task ID in an answer of another shape, such as `data.id "abc"`. */
  ids?: string[];
  /** The status of the task, if the service has told us about it. */
  status?: string;
  videoUrl?: string;
  /** All rows of the run, if the failure stops more than its own. */
  rows?: Row[];
}

/** What became of an input row, counted from 1; a row without a reason got what it asked for. */
export type Row = Partial<Omit<Failure, 'rows'>> & { row: number };

/** Stops the node; `failEveryItem` turns it into n8n's error. */
export class FailureError extends Error {
  /**
   * @param itemIndex - the input item that failed, if it is one
   * @param description - replaces what `tellPerson` says of the failure
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

/** Fills in a text's `{places}`. */
export const fill = (text: string, about: object): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) =>
    String((about as Record<string, unknown>)[name] ?? ''),
  );

/**
 * Makes the failure of an outcome in the catalogue.
 *
 * @param said - what is known about it
 * @param about - what else its sentences need
 */
export function failureFor(
  name: OutcomeName,
  said: Partial<Failure> = {},
  about: object = {},
): Failure {
  const { kind, says, step, paid = kinds[kind].paid }: Outcome = outcomes[name];
  const known = { ...said, ...about };
  const http = said.httpStatus === undefined ? '' : ` (HTTP ${said.httpStatus})`;
  const message = fill(says, known) + http;
  return { reason: reasonOf(name), message, step: fill(step, known), paid, ...said };
}

/** What the catalogue says of all failures with this reason. */
export function commonOf({ reason }: Pick<Failure, 'reason'>) {
  const all = Object.entries<Outcome>(outcomes);
  const [, outcome] = all.find(([name]) => reasonOf(name) === reason) ?? ['', outcomes.brokenRun];
  return { ...kinds[outcome.kind], ...outcome };
}

/** Says what to fix and what to do `next`, which begins with a small letter. */
export function inSteps(fix: string, next: string): string {
  if (next === '') return fix;
  return fix === '' ? next.charAt(0).toUpperCase() + next.slice(1) : `${fix} Then ${next}`;
}

/**
 * Says whether anything was charged, what to do, and what the service or the network said.
 *
 * @param next - what to do once the cause is fixed, if nothing was charged
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

/** Puts all about a failure into one text, because a model gets only the message of an error. */
export const tellModel = (failure: Failure, description: string): string =>
  [failure.message, description, fill(commonOf(failure).model, failure)]
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
