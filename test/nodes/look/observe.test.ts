import { describe, expect, it } from 'vitest';
import { observeTask } from '../../../nodes/look/observe.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import type { TaskAnswer } from '../../../nodes/look/readTaskAnswer.ts';
import { startWait, waitForTasks, type TaskWait } from '../../../nodes/look/WaitState.ts';
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
    const next = observeTask(watch, answer, n * stepMs, intervalMs);
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
const notFound: TaskAnswer = { kind: 'notFound', reason: 'HTTP 404' };
const many = (count: number, answer: TaskAnswer): TaskAnswer[] => Array(count).fill(answer);

describe('observeTask', () => {
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
      { outcome: 'completed', fault: undefined },
    ],
    [
      'completed without results ends at the third answer, in any spelling',
      many(3, task({ status: 'DONE', results: ['not a url'] })),
      { outcome: 'unanswered', polls: 3, task: expect.objectContaining({ status: 'DONE' }) },
    ],
    [
      'not found right after creation is not the end',
      [notFound, notFound, unfinished()],
      { outcome: undefined, fault: undefined, nextAskAtMs: 15_000 },
    ],
    ['not found for a minute is the end', many(13, notFound), { outcome: 'notFound' }],
    [
      'a minute of not found is counted from the last answer that was another',
      [...many(10, notFound), fault, ...many(10, notFound)],
      { outcome: undefined },
    ],
    ['a refusal ends at once', [{ kind: 'refused', reason: 'no' }], { outcome: 'unanswered' }],
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
      'three contradictions in a row are the end, and neither is believed',
      many(3, contradiction),
      { outcome: 'unanswered', task: undefined },
    ],
    [
      'the sixth fault of a kind in a row is asked again after a minute, as the fifth is',
      many(6, fault),
      { nextAskAtMs: 60_000, fault: { kind: 'fault', reason: 'HTTP 503', count: 6, sinceMs: 0 } },
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
    [
      'the progress is known from where it began to move, forward or backward',
      [unfinished(0), unfinished(0), unfinished(40), task({}), unfinished(40), unfinished(50)],
      { moved: { from: { percent: 0, atMs: 5_000 }, to: { percent: 50, atMs: 25_000 } } },
    ],
    [
      'a progress that stands still, or is no number, moves nothing',
      [
        unfinished(0),
        unfinished(40),
        unfinished(40),
        ...['50', NaN, undefined].map((progress) => task({ progress })),
      ],
      { moved: { from: { percent: 0, atMs: 0 }, to: { percent: 40, atMs: 5_000 } } },
    ],
  ];
  it.each(cases)('%s', (_title, answers, want, stepMs) => {
    const watch = after(answers, stepMs);
    const seen = Object.keys(want).map((key) => [key, watch[key as keyof TaskWait]]);
    expect(Object.fromEntries(seen)).toEqual(want);
  });

  it('looks soon after a fault, and no more often than the user later, where the interval is long', () => {
    const intervalMs = 600_000;
    const once = observeTask(start(), silent, 0, intervalMs);
    expect(once.nextAskAtMs).toBe(5_000);
    const often = { kind: 'silent' as const, reason: '', count: 20, sinceMs: 0 };
    expect(observeTask({ ...start(), fault: often }, fault, 0, intervalMs).nextAskAtMs).toBe(5_000);
    const known = { ...start(), task: { status: 'pending' }, fault: often };
    expect(observeTask(known, silent, 0, intervalMs).nextAskAtMs).toBe(600_000);
  });

  it.each([keyRefused, silent])(
    'says that time ran out where it does before %j is believed',
    (last) => {
      const wait = { ...start(), deadlineAtMs: 0 };
      expect(observeTask(wait, last, 0, intervalMs)).toMatchObject({
        ...{ outcome: 'timedOut', endedAtMs: 0 },
      });
    },
  );
});
