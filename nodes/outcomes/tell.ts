import type { Failure } from './Failure';
import { kinds, type Outcome } from './kinds';
import { notes } from './notes';
import { ofOrders } from './ofOrders';
import { ofTasks } from './ofTasks';

/**
 * Every way in which a row, a look or a run can end without what was asked for, by name: the reason
 * that workflows decide by, and behind a dot which of several it is. What varies stands in braces.
 * With `notes.ts`, these files have every sentence about money but those of the form;
 * `docs/internals/outcomes.md` shows each as a person and as a model reads it.
 */
export const outcomes = { ...ofOrders, ...ofTasks };

export type OutcomeName = keyof typeof outcomes;

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
