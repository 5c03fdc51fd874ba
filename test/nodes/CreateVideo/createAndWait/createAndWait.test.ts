import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { callTool } from '../../../engine/callTool.ts';
import { type SentRequest } from '../../../engine/fakeService.ts';
import { node, to } from '../../../engine/node.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { resumeByRing } from '../../../engine/sleeping.ts';
import {
  errorOf,
  failed,
  goOn,
  itemsIn,
  jsonIn,
  keepApart,
  refused,
  runsOf,
  runToEnd,
  service,
  type Setup,
  three,
  workflow,
} from './scene.ts';

keepApart();

/** Where a call wakes the execution. */
const resumeUrl = '={{ $execution.resumeUrl.replace(/(?=\\?|$)/, "/videogen-callback") }}';

describe('CreateVideo, Create and Wait', () => {
  it('creates the videos, sleeps, and gives the finished tasks', async () => {
    const book = service();
    const test = workflow({ rows: three });
    const asleep = await runWorkflow(test);
    expect(asleep.status).toBe('waiting');
    expect(book.made).toEqual(['A', 'B', 'C']);
    expect(jsonIn(asleep, 'After')).toEqual([]);

    const run = await runToEnd(test, asleep);
    expect(errorOf(run)).toBeUndefined();
    expect(run.status).toBe('success');
    expect(book.made).toEqual(['A', 'B', 'C']);
    expect(jsonIn(run, 'After')).toEqual(
      ['A', 'B', 'C'].map((prompt) => ({
        id: `task-${prompt}`,
        status: 'completed',
        results: [`https://files.test/task-${prompt}.mp4`],
        videoUrl: `https://files.test/task-${prompt}.mp4`,
        paid: 'yes',
        outcome: 'completed',
        polls: 2,
        waitedSeconds: expect.any(Number),
      })),
    );
    expect(itemsIn(run, 'After').map(({ pairedItem }) => pairedItem)).toEqual([
      { item: 0 },
      { item: 1 },
      { item: 2 },
    ]);
    expect(runsOf(run, 'Make')).toHaveLength(1);
    book.verify();
  });

  it('looks at no video before one interval has passed since it was ordered', async () => {
    service();
    const rows = Array.from({ length: 40 }, (_, n) => ({ idea: `video ${n}` }));
    const run = await runWorkflow(workflow({ rows }));
    const stored = JSON.stringify(run.data.executionData!.contextData);
    const looksAtMs = [...stored.matchAll(/"nextAskAtMs":([\d.]+)/g)].map(([, ms]) => Number(ms));
    expect(looksAtMs).toHaveLength(40);
    expect(Math.min(...looksAtMs)).toBeGreaterThanOrEqual(Date.UTC(2030, 0, 1) + 5_000);
  });

  it('shows the new tasks while it sleeps, with their labels', async () => {
    service();
    const run = await runWorkflow(
      workflow({ options: { callbackUrl: 'https://hooks.test/done', orderLabel: 'order 7' } }),
    );
    expect(runsOf(run, 'Make')[0]!.data!.main![0]![0]!.json).toMatchObject({
      id: 'task-A',
      status: 'pending',
      label: 'order 7',
      looks: 0,
    });
  });

  it('gives the label with the result, with the error, and with each row of a stop', async () => {
    const options = {
      callbackUrl: 'https://hooks.test/done',
      orderLabel: '={{ "order " + $json.idea }}',
    };
    const read = (id: string) => (id === 'task-B' ? failed : undefined);
    service({ read });
    const test = workflow({ rows: three, options, settings: goOn });
    const run = await runToEnd(test);
    expect(jsonIn(run, 'After').map(({ label }) => label)).toEqual(['order A', 'order C']);
    expect(jsonIn(run, 'Failed')[0]).toMatchObject({
      error: 'Task task-B failed: too dark',
      details: { label: 'order B', taskId: 'task-B', reason: 'failed' },
    });

    nock.cleanAll();
    service({ read });
    const stopped = errorOf(await runToEnd(workflow({ rows: three, options })));
    expect(stopped?.message).toBe('Row 2: Task task-B failed: too dark');
    expect(stopped?.context).toMatchObject({
      label: 'order B',
      rows: [{ label: 'order A' }, { label: 'order B' }, { label: 'order C' }],
    });
  });

  it('gives the label of a row that was refused, and of one whose video could not be fetched', async () => {
    service({ create: (prompt) => (prompt === 'B' ? refused : undefined) });
    nock('https://files.test').persist().get('/task-A.mp4').reply(404);
    nock('https://files.test').persist().get('/task-C.mp4').reply(404);
    const run = await runToEnd(
      workflow({
        rows: three,
        parameters: { download: true },
        options: {
          callbackUrl: 'https://hooks.test/done',
          orderLabel: '={{ "order " + $json.idea }}',
        },
        settings: goOn,
      }),
    );
    expect(jsonIn(run, 'Failed')).toMatchObject([
      { details: { label: 'order A', taskId: 'task-A', reason: 'downloadFailed', paid: 'yes' } },
      { details: { label: 'order B', reason: 'refused', paid: 'no' } },
      { details: { label: 'order C', taskId: 'task-C', reason: 'downloadFailed', paid: 'yes' } },
    ]);
  });

  it('downloads the videos when it is told to', async () => {
    service();
    nock('https://files.test').get('/task-A.mp4').reply(200, Buffer.alloc(2_000, 7), {
      'content-type': 'video/mp4',
    });
    const parameters = { download: true };
    const run = await runToEnd(workflow({ parameters }));
    expect(itemsIn(run, 'After')[0]!.binary).toMatchObject({ data: { mimeType: 'video/mp4' } });
  });

  it('does not wait for items that are only shown', async () => {
    const book = service();
    const rows = [{ idea: 'A', only: true }, { idea: 'B' }];
    const options = { preview: '={{ $json.only ?? false }}' };
    const run = await runToEnd(workflow({ rows, options }));
    expect(jsonIn(run, 'After')).toEqual([
      expect.objectContaining({ preview: true, paid: 'no' }),
      expect.objectContaining({ id: 'task-B', outcome: 'completed' }),
    ]);
    expect(book.made).toEqual(['B']);

    const shown = await runWorkflow(workflow({ rows, options: { preview: true } }));
    expect(shown.status).toBe('success');
    expect(jsonIn(shown, 'After').map(({ preview }) => preview)).toEqual([true, true]);
    expect(book.made).toEqual(['B']);
  });

  it('passes the link of each item on to where it came from', async () => {
    service();
    const test = workflow({ rows: three, outputs: { main: [to('Linked')] } });
    const value = "={{ $('Items').item.json.idea }}";
    test.nodes.push(node('Linked', 'test.set', { parameters: { value } }));
    const run = await runToEnd(test);
    expect(jsonIn(run, 'Linked').map((json) => json.value)).toEqual(['A', 'B', 'C']);
  });

  it('stays awake on demand, and for an agent, and waits there', async () => {
    const book = service();
    const options = { intervalSeconds: 1 };
    const run = await runWorkflow(workflow({ options: { ...options, stayAwake: true } }));
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After')).toEqual([expect.objectContaining({ outcome: 'completed' })]);

    const heard = await callTool({
      type: 'createVideo',
      parameters: {
        prompt: "={{ $fromAI('prompt', '', 'string') }}",
        options,
      },
      calls: [{ prompt: 'B' }, { prompt: 'C' }],
      together: true,
    });
    expect(heard.map(({ answer }) => answer)).toEqual([
      expect.stringContaining('"id":"task-B"'),
      expect.stringContaining('"id":"task-C"'),
    ]);
    expect(heard[0]!.answer).toContain('https://files.test/task-B.mp4');
    expect(book.made.toSorted()).toEqual(['A', 'B', 'C']);
  });

  it('is woken by the service’s callback', async () => {
    const book = service({ read: () => undefined });
    const test = workflow({ options: { callbackUrl: resumeUrl } });
    const asleep = await runWorkflow(test);
    const [{ body }] = book.requests as [SentRequest];
    expect((body as { callback_url: string }).callback_url).toMatch(/\/videogen-callback/);
    const { run } = await resumeByRing(test, asleep, { id: 'task-A', status: 'completed' });
    expect(run!.status).toBe('success');
    expect(jsonIn(run!, 'After')).toEqual([expect.objectContaining({ id: 'task-A' })]);
    expect(book.made).toEqual(['A']);
  });
});

describe('what is checked before anything is paid for', () => {
  it.each([
    [{ options: { stayAwake: 'perhaps' } }, /^Stay Awake must be true or false/],
    [{ options: { intervalSeconds: 0 } }, /^Check Every \(Seconds\) must be a number from 1/],
    [{ options: { timeLimitMinutes: -1 } }, /^Time Limit \(Minutes\) must be a number from 0/],
    [
      { options: { timeLimitMinutes: '={{ $json.idea === "B" ? 2 : 3 }}' } },
      /^Time Limit \(Minutes\) must be the same for all rows, but row 2 has another value than row 1\./,
    ],
    [{ parameters: { download: 'perhaps' } }, /^Download Video must be true or false/],
    [{ parameters: { operation: 'make' } }, /^Operation must be one of "createAndWait", "create"/],
    [
      { parameters: { download: '={{ $json.idea === "B" }}' } },
      /^Download Video must be the same for all rows, but row 2 has another value than row 1\./,
    ],
  ] as Array<[Setup, RegExp]>)('is how to wait: %o', async (setup, message) => {
    const book = service();
    const error = errorOf(await runWorkflow(workflow({ rows: three, ...setup })));
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(/nothing was charged/i);
    expect(book.requests).toEqual([]);
  });

  it('is told for each row where the node goes on', async () => {
    const book = service();
    const options = {
      intervalSeconds: 'perhaps',
      callbackUrl: 'https://hooks.test/done',
      orderLabel: '={{ $json.idea }}',
    };
    const run = await runWorkflow(workflow({ rows: three, settings: goOn, options }));
    expect(jsonIn(run, 'Failed')).toHaveLength(3);
    for (const { details } of jsonIn(run, 'Failed'))
      expect(details).toMatchObject({ paid: 'no', reason: 'invalidInput' });
    expect(book.requests).toEqual([]);
  });

  it('holds back only the rows that are wrong themselves, where the node goes on', async () => {
    const book = service();
    const rows = [
      { idea: '' },
      { idea: 'B' },
      { idea: '' },
      { idea: 'D', name: 'x' },
      { idea: 'E' },
    ];
    const options = {
      callbackUrl: 'https://hooks.test/done',
      orderLabel: '={{ $json.name ? $("Nowhere").item.json.x : $json.idea }}',
    };
    const run = await runToEnd(workflow({ rows, options, settings: goOn }));
    expect(book.made).toEqual(['B', 'E']);
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(['task-B', 'task-E']);
    expect(jsonIn(run, 'Failed').map(({ error }) => error)).toEqual([
      expect.stringMatching(/^Prompt is empty/),
      expect.stringMatching(/^Prompt is empty/),
      expect.any(String),
    ]);
    for (const { details } of jsonIn(run, 'Failed')) expect(details).toMatchObject({ paid: 'no' });
  });

  it('is whether n8n stops the workflow before the node stops waiting', async () => {
    const book = service();
    const refused = errorOf(await runWorkflow(workflow({ executionTimeout: 90 })));
    expect(refused?.message).toMatch(
      /^n8n stops this workflow after 1.5 minutes .* may wait for 30 minutes/,
    );
    expect(book.requests).toEqual([]);
  });

  it.each([-1, 0, 1_800])('lets n8n’s own limit of %o seconds be', async (executionTimeout) => {
    const book = service();
    await runToEnd(workflow({ executionTimeout }));
    expect(book.made).toEqual(['A']);
  });
});
