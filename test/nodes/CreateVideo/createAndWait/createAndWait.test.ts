import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import {
  errorOf,
  goOn,
  jsonIn,
  keepApart,
  runToEnd,
  service,
  type Setup,
  three,
  workflow,
} from './scene.ts';

keepApart();

describe('CreateVideo, Create and Wait', () => {
  it('looks at no video before one interval has passed since it was ordered', async () => {
    service();
    const rows = Array.from({ length: 40 }, (_, n) => ({ idea: `video ${n}` }));
    const run = await runWorkflow(workflow({ rows }));
    const stored = JSON.stringify(run.data.executionData!.contextData);
    const looksAtMs = [...stored.matchAll(/"nextAskAtMs":([\d.]+)/g)].map(([, ms]) => Number(ms));
    expect(looksAtMs).toHaveLength(40);
    expect(Math.min(...looksAtMs)).toBeGreaterThanOrEqual(Date.UTC(2030, 0, 1) + 5_000);
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
    // Those of Engine 2.0 are no numbers.
    [
      { executionId: '0b1f6bd8-5c3a-4f0e-9f51-3f1ad0b5c0de' },
      /Create Video doesn’t order videos on n8n’s Engine 2.0/,
    ],
    [{ executionTimeout: 90 }, /^n8n stops this workflow after 1.5 min .* may wait for 30 min, so/],
  ] as Array<[Setup, RegExp]>)('is how to wait: %o', async (setup, message) => {
    const book = service();
    const error = errorOf(await runWorkflow(workflow({ rows: three, ...setup })));
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(/nothing was charged/i);
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

  it.each([-1, 0, 1_800])('lets n8n’s own limit of %o seconds be', async (executionTimeout) => {
    const book = service();
    await runToEnd(workflow({ executionTimeout }));
    expect(book.made).toEqual(['A']);
  });
});
