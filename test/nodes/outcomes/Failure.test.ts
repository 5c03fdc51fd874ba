import { describe, expect, it } from 'vitest';
import { type OutcomeName, outcomes } from '../../../nodes/outcomes/catalogue.ts';
import { failureFor, tellModel, tellPerson } from '../../../nodes/outcomes/Failure.ts';

const names = Object.keys(outcomes) as OutcomeName[];
/** What can be said of money, by what the node spent for the item. */
const moneyOf = {
  no: /^Nothing was charged\. /,
  unknown:
    /^(The video|Videos) may have been created and charged\. |^Check the service’s dashboard/,
  yes: /^The video was charged|^Check the service’s dashboard|^Nothing new was ordered or charged/,
};

describe('every outcome', () => {
  it.each(names)('%s says of money what its `paid` says', (name) => {
    const failure = failureFor(name, { taskId: 'a' });
    expect(tellPerson(failure)).toMatch(moneyOf[failure.paid!]);
  });

  it.each(names)('%s tells a model whether to call again', (name) => {
    const failure = failureFor(name, { taskId: 'a' });
    const told = tellModel(failure, tellPerson(failure));
    expect(told).toMatch(
      failure.paid === 'no'
        ? /You may call this tool again|Don’t call this tool again: tell the person/
        : /Don’t (call this tool again|create this video again|order another video)/,
    );
    expect(told).not.toMatch(/Then try again|\{\w+\}/);
  });
});

it('what has a task that was made is told as charged', () => {
  const made = failureFor('notWaitedFor', { taskId: 'a' });
  expect(tellPerson(made)).toMatch(/^The video was charged when its task was created\. /);
  const unseen = failureFor('unanswered.silent', { taskId: 'a' });
  expect(tellPerson(unseen)).toMatch(/^Check the service’s dashboard/);
  expect(tellPerson({ ...unseen, status: 'pending' })).toMatch(/^The video was charged/);
});
