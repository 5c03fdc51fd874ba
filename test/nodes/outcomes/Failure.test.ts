import { describe, expect, it } from 'vitest';
import { outcomes, type OutcomeName } from '../../../nodes/outcomes/catalogue.ts';
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
  it.each(names)(
    '%s says of money what its `paid` says, and tells a model whether to call again',
    (name) => {
      const failure = failureFor(name, { taskId: 'a' });
      expect(tellPerson(failure)).toMatch(moneyOf[failure.paid!]);
      const told = tellModel(failure, tellPerson(failure));
      expect(told).toMatch(
        failure.paid === 'no'
          ? /You may call this tool again|Don’t call this tool again: tell the person/
          : /Don’t (call this tool again|create this video again|order another video)/,
      );
      expect(told).not.toMatch(/Then try again|\{\w+\}/);
    },
  );
});

describe('tellPerson', () => {
  const ofKey = 'Check the API key and the Base URL of the Video Generation API credential.';
  const look = 'Check the service’s dashboard';
  const noAnswer = `The video may have been created and charged. ${look} before you order this again.`;

  const [wrongKey, unclear] = [failureFor('unauthorized'), failureFor('noAnswer')];
  const because = (cause: string) => failureFor('noAnswer', { cause });
  const nothing = { ...failureFor('refused'), step: '' };
  const gone = { ...failureFor('badTaskId'), reason: 'gone', step: 'Look.' };
  const forRow = `Nothing was charged for this row. ${ofKey} Then try again.`;
  const again = 'try again.';

  it.each<[string, Parameters<typeof tellPerson>, string]>([
    ['what was free', [wrongKey], `Nothing was charged. ${ofKey}`],
    ['what to do then', [wrongKey, again, true], forRow],
    ['that too where nothing is to be mended', [nothing, again], 'Nothing was charged. Try again.'],
    ['what may be charged', [unclear, again, true], noAnswer],
    ['what the network said', [because('ECONNRESET')], `${noAnswer} Details: ECONNRESET`],
    ['that once, where the message says it', [{ ...because('No'), message: 'No' }], noAnswer],
    [
      'of a reason that this version has no more that it may be charged',
      [gone],
      'Videos may have been created and charged. Look.',
    ],
    ['nothing of a new Order Key where none failed', [{ ...unclear, orderKey: 'k' }], noAnswer],
  ])('says %s', (_, told, want) => {
    expect(tellPerson(...told)).toBe(want);
  });

  it('says that a video was charged where the service has told of its task', () => {
    expect(tellPerson(failureFor('notWaitedFor', { taskId: 'a' }))).toMatch(
      /^The video was charged when its task was created\. /,
    );
    const unseen = failureFor('unanswered.silent', { taskId: 'a' });
    expect(tellPerson(unseen)).toMatch(/^Check the service’s dashboard/);
    expect(tellPerson({ ...unseen, status: 'pending' })).toMatch(/^The video was charged/);
  });
});
