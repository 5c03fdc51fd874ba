import type { IRun } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import { retryFailed } from '../../engine/sleeping.ts';
import {
  beginPromises,
  errorOf,
  idOf,
  jsonIn,
  nodeName,
  rememberingService,
  runsOf,
  runToEnd,
  table,
  untilOrdered,
  wake,
  type Setup,
} from '../../promises/scene.ts';

beginPromises();

const three = ['A', 'B', 'C'];

describe('what is checked before anything is paid for', () => {
  it.each<[Setup, RegExp]>([
    [
      { parameters: { options: { timeLimitMinutes: -1 } } },
      /^Time Limit \(Minutes\) must be a number from 0/,
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
});

describe('a table that is ordered in pages', () => {
  it('is stored before each page, shows what is ordered as text, and goes on when n8n is called', async () => {
    const { made } = rememberingService();
    const prompts = Array.from({ length: 12 }, (_, row) => `<${row}>`);
    const test = table(prompts, { parameters: { operation: 'create' } });
    const hintOf = (run: IRun) => runsOf(run, nodeName).at(-1)!.hints![0]!.message;
    const first = await runWorkflow(test);
    expect([first.status, made]).toEqual(['waiting', []]);
    expect(hintOf(first)).toMatch(/^n8n is still ordering: 12 of 12 rows are left\. /);
    const second = await wake(test, first);
    expect(hintOf(second)).toMatch(/: 2 of 12 rows are left\. /);
    const { metadata, runData } = second.data.resultData;
    expect(JSON.stringify(runData)).toContain(
      'cost:<br>task_&lt;0&gt;_end (row 1)<br>task_&lt;1&gt;_end (row 2)',
    );
    // In queue mode n8n can lose all else when a worker ends.
    expect(metadata).toEqual({
      video_tasks: expect.stringMatching(/^task_<0>_end, task_<1>_end, /),
    });
    const run = await runToEnd(test, second);
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(made.map(idOf));
  });

  it('costs nothing where its credential has gone before a page is sent', async () => {
    const { made } = rememberingService();
    const ofTwo = table(['A', 'B'], { settings: { onError: 'continueErrorOutput' } });
    const first = await runWorkflow(ofTwo);
    const run = await wake({ ...ofTwo, credential: { ...testCredential, apiKey: '' } }, first);
    expect(made).toEqual([]);
    expect(jsonIn(run, 'Failed').map(({ details }) => details)).toMatchObject(
      Array(2).fill({ reason: 'notReady', paid: 'no' }),
    );
  });
});
