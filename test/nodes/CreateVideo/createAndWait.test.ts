import { describe, expect, it } from 'vitest';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import { retryFailed } from '../../engine/sleeping.ts';
import {
  beginPromises,
  errorOf,
  idOf,
  jsonIn,
  rememberingService,
  runToEnd,
  table,
  untilOrdered,
  type Setup,
} from '../../promises/scene.ts';

beginPromises();

const three = ['A', 'B', 'C'];

describe('what is checked before anything is paid for', () => {
  it.each<[Setup, RegExp]>([
    [
      { parameters: { options: { videosPerMonth: 0.5 } } },
      /^Videos per Month must be a whole number/,
    ],
    [
      { parameters: { options: { timeLimitMinutes: -1 } } },
      /^Time Limit \(Minutes\) must be a number from 0/,
    ],
    [{ parameters: { operation: 'make' } }, /^Operation must be one of "createAndWait", "create"/],
    [
      { parameters: { download: '={{ $json.own === "B" }}' } },
      /^Download Video must be the same for all rows, but row 2 has another value than row 1\./,
    ],
    // Those of Engine 2.0 are no numbers.
    [
      { executionId: '0b1f6bd8-5c3a-4f0e-9f51-3f1ad0b5c0de' },
      /Create Video doesn’t order videos on n8n’s Engine 2.0/,
    ],
    [
      { executionTimeout: 90, parameters: { options: { timeLimitMinutes: 30 } } },
      /^n8n stops this workflow after 1.5 min .* may wait for 30 min, so/,
    ],
  ])('is how to wait: %o', async (setup, message) => {
    const service = rememberingService();
    const error = errorOf(await runWorkflow(table(three, setup)));
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(/nothing was charged/i);
    expect(service.requests).toEqual([]);
  });
});

describe('n8n’s own limit', () => {
  it.each([-1, 0, 90])('of %o seconds keeps no video from being made', async (executionTimeout) => {
    const service = rememberingService();
    await runToEnd(table(['A'], { executionTimeout }));
    expect(service.made).toEqual(['A']);
  });

  it.each([
    ['createVideo', {}],
    ['waitForVideo', { taskId: 'a' }],
  ])('shortens the wait where the person has set no other: %s', async (type, parameters) => {
    rememberingService({ read: () => undefined });
    const test = table(['A'], { executionTimeout: 600 });
    Object.assign(test.nodes[1]!, { type: `n8n-nodes-video-generation.${type}` });
    Object.assign(test.nodes[1]!.parameters, parameters);
    if (type === 'waitForVideo') delete test.nodes[1]!.parameters.prompt;
    expect(errorOf(await runToEnd(test))?.message).toMatch(/ wasn’t finished within 9 min: /);
  });
});

describe('nothing paid for is lost', () => {
  it('when a row is refused and the node stops: a retry brings the others home', async () => {
    const refused = { status: 422, body: { message: 'not this one' } };
    const service = rememberingService({
      create: (prompt, nth) => (prompt + nth === 'B1' ? refused : undefined),
    });
    const test = table(three);
    const run = await runToEnd(test);
    const error = errorOf(run)!;
    expect(error.message).toBe('Row 2: not this one.');
    for (const prompt of service.made)
      expect(error.description).toMatch(new RegExp(`${idOf(prompt)} \\(row \\d: completed\\)`));
    expect(service.made).toEqual(['A', 'C']);

    const retried = await runToEnd(test, await retryFailed(test, run, true));
    expect(service.made).toEqual(['A', 'C', 'B']);
    expect(jsonIn(retried, 'After').map(({ id }) => id)).toEqual(three.map(idOf));
  });

  it.each([{}, { onError: 'continueErrorOutput' } as const])(
    'when the credential cannot be used any more on waking: %o',
    async (settings) => {
      const service = rememberingService();
      const callbackUrl = 'https://hooks.test/done';
      const options = { callbackUrl, orderLabel: '={{ $json.own }}' };
      const test = table(three, { settings, parameters: { options } });
      const asleep = await untilOrdered(test, service, 3);
      test.credential = { ...testCredential, apiKey: '' };
      const run = await runToEnd(test, asleep);
      const told = jsonIn(run, 'Failed').map(({ details }) => details);
      expect('onError' in settings ? told : errorOf(run)?.context?.rows).toMatchObject(
        three.map((label) => ({ label, paid: 'yes', taskId: idOf(label) })),
      );
      expect(JSON.stringify([run.data, errorOf(run)?.description])).not.toContain('othing was ch');
      expect(service.made).toEqual(three);
    },
  );

  it('when an expression of the wait comes to nonsense on waking', async () => {
    const service = rememberingService();
    const parameters = {
      download: '={{ $json.off ?? false }}',
      options: { timeLimitMinutes: 30 },
    };
    const test = table(['A'], { parameters });
    const asleep = await runWorkflow(test);
    const stack = asleep.data.executionData!.nodeExecutionStack;
    const entry = stack.find(({ data }) => data.main?.[0] !== undefined)!;
    entry.data.main![0]![0]!.json.off = 'perhaps';
    const error = errorOf(await runToEnd(test, asleep));
    expect(error?.message).toMatch(
      /^Task task_A_end was created, but we can’t wait for it: Download Video must be true or false/,
    );
    expect(error?.context).toMatchObject({ taskId: idOf('A'), paid: 'yes' });
    expect(service.made).toEqual(['A']);
  });
});
