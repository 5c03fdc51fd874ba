import { describe, expect, it } from 'vitest';
import { setSendSettings } from '../../../engine/sendSettings.ts';
import { testCredential } from '../../../engine/runNode.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { retryFailed } from '../../../engine/sleeping.ts';
import {
  errorOf,
  goOn,
  jsonIn,
  keepApart,
  pending,
  refused,
  resume,
  runToEnd,
  service,
  type Setup,
  three,
  workflow,
} from './scene.ts';

keepApart();

describe('what is checked before anything is paid for', () => {
  it.each([
    [
      { options: { videosPerDay: '={{ $json.nothing }}' } },
      /^Videos per Day must be a whole number from 0 to 5000/,
    ],
    [{ options: { videosPerMonth: 0.5 } }, /^Videos per Month must be a whole number/],
    [{ options: { timeLimitMinutes: -1 } }, /^Time Limit \(Minutes\) must be a number from 0/],
    [{ parameters: { operation: 'make' } }, /^Operation must be one of "createAndWait", "create"/],
    [
      { parameters: { download: '={{ $json.idea === "B" }}' } },
      /^Download Video must be the same for all rows, but row 2 has another value than row 1\./,
    ],
    // Those of Engine 2.0 are no numbers.
    [
      { executionId: '0b1f6bd8-5c3a-4f0e-9f51-3f1ad0b5c0de' },
      /Create Video doesn’t order videos on n8n’s Engine 2.0/,
    ],
    [
      { executionTimeout: 90, options: { timeLimitMinutes: 30 } },
      /^n8n stops this workflow after 1.5 min .* may wait for 30 min, so/,
    ],
  ] as Array<[Setup, RegExp]>)('is how to wait: %o', async (setup, message) => {
    const book = service();
    const error = errorOf(await runWorkflow(workflow({ rows: three, ...setup })));
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(/nothing was charged/i);
    expect(book.requests).toEqual([]);
  });

  it.each([-1, 0, 90])('lets n8n’s own limit of %o seconds be', async (executionTimeout) => {
    const book = service();
    await runToEnd(workflow({ executionTimeout }));
    expect(book.made).toEqual(['A']);
  });

  it('shortens the wait to n8n’s own limit where the person has set no other', async () => {
    service({ read: () => pending });
    const run = await runToEnd(workflow({ executionTimeout: 600 }));
    expect(errorOf(run)?.message).toMatch(/ wasn’t finished within 9 min: /);
  });

  it('shortens that of Wait for Video, too', async () => {
    service({ read: () => pending });
    const test = workflow({ executionTimeout: 600 });
    const make = test.nodes.find(({ name }) => name === 'Make')!;
    Object.assign(make, {
      type: 'n8n-nodes-video-generation.waitForVideo',
      parameters: { taskId: 'a', download: false },
    });
    const run = await runToEnd(test);
    expect(errorOf(run)?.message).toMatch(/^Task a wasn’t finished within 9 min: /);
  });
});

describe('a video is paid for once', () => {
  it('when Retry On Fail sends again what certainly was not taken', async () => {
    const book = service({
      create: (prompt, nth) => (prompt === 'B' && nth < 3 ? refused : undefined),
    });
    const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
    const run = await runToEnd(workflow({ rows: three, settings }));
    expect(run.status).toBe('success');
    expect(book.made.toSorted()).toEqual(['A', 'B', 'C']);
    expect(book.created).toBe(5);
    expect(jsonIn(run, 'After')).toHaveLength(3);
  });

  it('when the first row was refused, and n8n tries again after the others are finished', async () => {
    const book = service({
      create: (prompt, nth) => (prompt === 'A' && nth < 2 ? refused : undefined),
    });
    const settings = { ...goOn, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
    const run = await runToEnd(workflow({ rows: three, settings }));
    expect(run.status).toBe('success');
    // Sent again after a sleep, it could be sent once more when n8n is killed meanwhile.
    expect(book.created).toBe(3);
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-B', 'task-C']);
    expect(jsonIn(run, 'Failed')[0]).toMatchObject({ details: { paid: 'no', reason: 'refused' } });
  });
});

describe('nothing paid for is lost', () => {
  it('when a row is refused and the node stops: a retry brings the others home', async () => {
    const book = service({
      create: (prompt, nth) => (prompt + nth === 'B1' ? refused : undefined),
    });
    const test = workflow({ rows: three });
    setSendSettings({ rowsAtOnce: 50 });
    const run = await runToEnd(test);
    const error = errorOf(run)!;
    expect(error.message).toBe('Row 2: not this one.');
    for (const idea of book.made)
      expect(error.description).toMatch(new RegExp(`task-${idea} \\(row \\d: completed\\)`));
    expect(new Set(book.asked)).toEqual(new Set(book.made.map((idea) => `task-${idea}`)));

    const retried = await runToEnd(test, await retryFailed(test, run, true));
    expect(book.made.toSorted()).toEqual(['A', 'B', 'C']);
    expect(jsonIn(retried, 'After').map(({ id }) => id)).toEqual(['task-A', 'task-B', 'task-C']);
  });

  it.each([{}, goOn])(
    'when the credential cannot be used any more on waking: %o',
    async (settings) => {
      const book = service();
      const callbackUrl = 'https://hooks.test/done';
      const options = { callbackUrl, orderLabel: '={{ $json.idea }}' };
      const test = workflow({ rows: three, settings, options });
      // It is stored before its first page, and sleeps behind it.
      const asleep = await resume(test, await runWorkflow(test));
      test.credential = { ...testCredential, apiKey: '' };
      const run = await resume(test, asleep);
      const told = jsonIn(run, 'Failed').map(({ details }) => details);
      expect(settings === goOn ? told : errorOf(run)?.context?.rows).toMatchObject(
        ['A', 'B', 'C'].map((label) => ({ label, paid: 'yes', taskId: `task-${label}` })),
      );
      expect(JSON.stringify([run.data, errorOf(run)?.description])).not.toContain('othing was ch');
      expect(book.made).toEqual(['A', 'B', 'C']);
    },
  );

  it('when an expression of the wait comes to nonsense on waking', async () => {
    const book = service();
    const parameters = { download: '={{ $json.off ?? false }}' };
    const test = workflow({ parameters, options: { timeLimitMinutes: 30 } });
    const asleep = await runWorkflow(test);
    const stack = asleep.data.executionData!.nodeExecutionStack;
    const entry = stack.find(({ data }) => data.main?.[0] !== undefined)!;
    entry.data.main![0]![0]!.json.off = 'perhaps';
    const error = errorOf(await resume(test, asleep));
    expect(error?.message).toMatch(
      /^Task task-A was created, but we can’t wait for it: Download Video must be true or false/,
    );
    expect(error?.context).toMatchObject({ taskId: 'task-A', paid: 'yes' });
    expect(book.made).toEqual(['A']);
  });
});
