import type { Ending } from '../results/toEnding';

/** What a row can come to, in words that fit behind a number. */
const kinds = [
  'finished',
  'ordered before and finished',
  'failed',
  'not finished in time',
  'finished but not downloaded',
  'not charged',
  'ordered before',
  'unknown',
  'only shown',
] as const;

type Kind = (typeof kinds)[number];

/** How many rows came to what, when all that were ordered have been waited for. */
export function countEndings(endings: readonly Ending[]): Map<Kind, number> {
  const ofEach = kinds.map((kind) => {
    const count = endings.filter((ending) => kindOf(ending) === kind).length;
    return [kind, count] as const;
  });
  return new Map(ofEach.filter(([, count]) => count > 0));
}

function kindOf(ending: Ending): Kind {
  if (ending.failure !== undefined) return kindOfFailure(ending.failure);
  if (ending.json === undefined) return 'only shown';
  return ending.json.orderedBefore === true ? 'ordered before and finished' : 'finished';
}

function kindOfFailure({ reason, paid }: NonNullable<Ending['failure']>): Kind {
  switch (reason) {
    case 'failed':
      return 'failed';
    case 'timedOut':
      return 'not finished in time';
    case 'downloadFailed':
      return 'finished but not downloaded';
    case 'orderedBefore':
      return 'ordered before';
  }
  return paid === 'no' ? 'not charged' : 'unknown';
}
