import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../../../nodes/look/askTask.ts';
import { decideNext } from '../../../nodes/look/decideNext.ts';
import {
  defaultSettings,
  startWait,
  waitForTasks,
  type TaskWait,
} from '../../../nodes/look/WaitState.ts';
import { finished, unfinished } from './simulatedWorld.ts';

const { intervalMs, timeoutMs } = defaultSettings;
const start = () => waitForTasks(startWait(), ['a'], 0, timeoutMs).tasks.a!;
const task = (fields: object): TaskAnswer => ({
  kind: 'task',
  task: { status: 'pending', ...fields } as never,
});

/** The watch after these answers, `stepMs` apart. */
function after(answers: TaskAnswer[], stepMs = 5_000): TaskWait {
  let watch = start();
  for (const [n, answer] of answers.entries()) {
    if (watch.outcome !== undefined) break;
    const before = structuredClone(watch);
    const next = decideNext(watch, answer, n * stepMs, intervalMs);
    expect(watch).toEqual(before);
    watch = next;
  }
  return watch;
}

const fault: TaskAnswer = { kind: 'fault', reason: 'HTTP 503' };
const busy: TaskAnswer = { kind: 'busy', reason: 'HTTP 429' };
const silent: TaskAnswer = { kind: 'silent', reason: 'ECONNREFUSED' };
const keyRefused: TaskAnswer = { kind: 'keyRefused', reason: 'HTTP 401' };
const contradiction: TaskAnswer = { kind: 'contradiction', reason: 'two statuses' };
const refused: TaskAnswer = { kind: 'refused', reason: 'HTTP 302' };
const notFound: TaskAnswer = { kind: 'notFound', reason: 'HTTP 404' };
const many = (count: number, answer: TaskAnswer): TaskAnswer[] => Array(count).fill(answer);

describe('decideNext', () => {
  const cases: Array<[title: string, answers: TaskAnswer[], want: object, stepMs?: number]> = [
    ['completed with a result ends', [finished], { outcome: 'completed', polls: 1 }],
    ['failed ends', [task({ status: 'failed' })], { outcome: 'failed', endedAtMs: 0 }],
    [
      'a status that may be a beginning or a middle is never the end',
      ['queued', 'cancelling', 'stopped', 'retrying', 'paused'].map((status) => task({ status })),
      { outcome: undefined },
    ],
    [
      'completed without results is asked again, and taken when it has them',
      [task({ status: 'completed' }), task({ status: 'completed', results: [] }), finished],
      { outcome: 'completed', noTask: undefined },
    ],
    [
      'completed without results ends after a minute, in any spelling',
      many(13, task({ status: 'DONE', results: ['not a url'] })),
      { outcome: 'unanswered', polls: 13, task: expect.objectContaining({ status: 'DONE' }) },
    ],
    [
      'completed without results for less than a minute is not the end',
      many(12, task({ status: 'completed' })),
      {
        outcome: undefined,
        noTask: expect.objectContaining({
          reason: 'it says that the video is ready (status "completed"), but gives no address',
        }),
      },
    ],
    [
      'completed with a result in another place shows the address as what may be the video',
      [task({ status: 'completed', output: { video_url: 'https://files.test/a?sig=1' } })],
      {
        noTask: expect.objectContaining({
          reason:
            'it says that the video is ready (status "completed"), but gives no address; https://files.test/a?sig=1 may be the video',
        }),
      },
    ],
    [
      'a result under a word that nobody knows is the end when it has stood for three looks',
      many(3, task({ status: 'publicado', results: ['https://files.test/a.mp4'] })),
      { outcome: 'completed', polls: 3, noTask: undefined },
    ],
    [
      'a result under a word that nobody knows is not the end before, or when it goes again',
      [
        ...many(2, task({ status: 'publicado', results: ['https://files.test/a.mp4'] })),
        task({ status: 'publicado' }),
        ...many(2, task({ status: 'publicado', results: ['https://files.test/a.mp4'] })),
      ],
      { outcome: undefined },
    ],
    [
      'a result under a word of a beginning or a middle may be a preview',
      ['Processing', 'in_progress', 'queued', 'RENDERING', 'paused'].map((status) =>
        task({ status, results: ['https://files.test/a.mp4'] }),
      ),
      { outcome: undefined },
    ],
    [
      'not found right after creation is not the end',
      [notFound, notFound, unfinished()],
      { outcome: undefined, noTask: undefined, nextAskAtMs: 15_000 },
    ],
    ['not found for a minute is the end', many(13, notFound), { outcome: 'notFound' }],
    [
      'a minute of not found is counted from the last answer that was another',
      [...many(10, notFound), fault, ...many(10, notFound)],
      { outcome: undefined },
    ],
    ['a refusal at the first look ends at once', [refused], { outcome: 'unanswered' }],
    [
      'a refusal of a task that the service has told of may pass until the time limit',
      [unfinished(), ...many(300, refused)],
      { outcome: undefined },
    ],
    [
      'a key that was never accepted is believed to be refused at the third answer',
      many(3, keyRefused),
      { outcome: 'unanswered', endedAtMs: 10_000 },
    ],
    [
      'a key that is refused three times within a second may be a moment of confusion',
      many(3, keyRefused),
      { outcome: undefined },
      300,
    ],
    [
      'a key that is refused for more than a minute is believed to be',
      [unfinished(), ...many(13, keyRefused)],
      { outcome: 'unanswered', endedAtMs: 65_000 },
    ],
    [
      'an address that has not answered for a minute has no service',
      many(13, silent),
      { outcome: 'unanswered', endedAtMs: 60_000 },
    ],
    [
      'an address that has told of the task may be silent until the time limit',
      [unfinished(), ...many(300, silent)],
      { outcome: undefined },
    ],
    [
      'a minute of contradictions is the end, and none is believed',
      many(13, contradiction),
      { outcome: 'unanswered', task: undefined },
    ],
    [
      'an outage in all its forms is not the end',
      Array.from({ length: 300 }, (_, n) =>
        n === 0 ? unfinished() : [refused, keyRefused, notFound, fault, silent, busy][n % 6]!,
      ),
      { outcome: undefined },
    ],
    [
      'the sixth fault of a kind in a row is asked again after a minute, as the fifth is',
      many(6, fault),
      { nextAskAtMs: 60_000, noTask: { kind: 'fault', reason: 'HTTP 503', count: 6, sinceMs: 0 } },
      0,
    ],
    [
      'another kind of fault waits as the first of a row does',
      [fault, fault, silent],
      { nextAskAtMs: 5_000 },
      0,
    ],
    [
      'Retry-After is obeyed when it is longer than the backoff',
      [{ ...fault, retryAfterMs: 30_000 } as TaskAnswer],
      { nextAskAtMs: 30_000 },
    ],
    [
      'the backoff is obeyed when it is longer than Retry-After',
      [{ ...fault, retryAfterMs: 1_000 } as TaskAnswer],
      { nextAskAtMs: 5_000 },
    ],
    ['a busy service is asked again at once: the gate waits', [busy, busy], { nextAskAtMs: 0 }, 0],
    [
      'a busy service is asked again when it says',
      [{ ...busy, retryAfterMs: 1_000 } as TaskAnswer],
      { nextAskAtMs: 1_000 },
    ],
    [
      'a long record that goes on is kept by its ID and status only',
      [task({ id: 'a', prompt: 'x'.repeat(5_000) })],
      { task: { id: 'a', status: 'pending' } },
    ],
  ];
  it.each(cases)('%s', (_title, answers, want, stepMs) => {
    const watch = after(answers, stepMs);
    const seen = Object.keys(want).map((key) => [key, watch[key as keyof TaskWait]]);
    expect(Object.fromEntries(seen)).toEqual(want);
  });

  it.each([
    ['after the interval in the first ten minutes', 600, 5],
    ['less often in a long wait', 900, 7.5],
    ['three intervals later at the most', 3_300, 15],
  ])('looks again at what goes on %s', (_, seconds, delaySeconds) => {
    const nowMs = seconds * 1_000;
    const { nextAskAtMs } = decideNext(start(), unfinished(), nowMs, intervalMs);
    expect(nextAskAtMs - nowMs).toBe(delaySeconds * 1_000);
  });

  it('looks soon after a fault, and no more often than the user later, where the interval is long', () => {
    const intervalMs = 600_000;
    const once = decideNext(start(), silent, 0, intervalMs);
    expect(once.nextAskAtMs).toBe(5_000);
    const often = { kind: 'silent' as const, reason: '', count: 20, sinceMs: 0 };
    expect(decideNext({ ...start(), noTask: often }, fault, 0, intervalMs).nextAskAtMs).toBe(5_000);
    const known = { ...start(), task: { status: 'pending' }, noTask: often };
    expect(decideNext(known, silent, 0, intervalMs).nextAskAtMs).toBe(600_000);
  });

  it.each([keyRefused, silent])(
    'says that time ran out where it does before %j is believed',
    (last) => {
      const wait = { ...start(), deadlineAtMs: 0 };
      expect(decideNext(wait, last, 0, intervalMs)).toMatchObject({
        ...{ outcome: 'timedOut', endedAtMs: 0 },
      });
    },
  );
});
