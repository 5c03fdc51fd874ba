import { describe, expect, it } from 'vitest';
import type { NoTaskKind, TaskAnswer } from '../../../nodes/look/askTask.ts';
import { decideNext } from '../../../nodes/look/decideNext.ts';
import { defaultSettings, type TaskWait } from '../../../nodes/look/WaitState.ts';
import { finished, unfinished, waitFor } from './simulatedWorld.ts';

const { intervalMs, timeoutMs } = defaultSettings;
const start = () => waitFor(['a'], timeoutMs).tasks.a!;
const task = (fields: object): TaskAnswer => ({
  kind: 'task',
  task: { status: 'pending', ...fields } as never,
});
const none = (kind: NoTaskKind, retryAfterMs?: number): TaskAnswer => ({
  ...{ kind, reason: `why ${kind}` },
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});
const many = (count: number, answer: TaskAnswer): TaskAnswer[] => Array(count).fill(answer);

/** The wait after these answers, `stepMs` apart. */
function after(answers: TaskAnswer[], stepMs = 5_000): TaskWait {
  let wait = start();
  for (const [n, answer] of answers.entries()) {
    if (wait.outcome !== undefined) break;
    const before = structuredClone(wait);
    const next = decideNext(wait, answer, n * stepMs, intervalMs);
    expect(wait).toEqual(before);
    wait = next;
  }
  return wait;
}

const results = ['https://files.test/a.mp4'];
const statuses = (words: string, more: object = {}) =>
  words.split(' ').map((status) => task({ status, ...more }));
const completed = task({ status: 'completed' });
const noUrl = { status: 'DONE', results: ['not a url'] };
const odd = task({ status: 'publicado', results });
const lost = many(10, none('notFound'));
const long = { id: 'a', prompt: 'x'.repeat(5_000) };
const allForms = (['refused', 'keyRefused', 'notFound', 'fault', 'silent', 'busy'] as const).map(
  (kind) => none(kind),
);
const outage = [unfinished(), ...Array<TaskAnswer[]>(50).fill(allForms).flat()];

type Wait = [string, TaskAnswer[], TaskWait['outcome'], more?: object, stepMs?: number];

describe('a wait', () => {
  it.each<Wait>([
    ['completed with a result ends', [finished], 'completed', { polls: 1, endedAtMs: 0 }],
    ['failed ends', statuses('failed'), 'failed', { polls: 1, endedAtMs: 0 }],
    [
      'a status that may be a beginning or a middle is never the end',
      statuses('queued cancelling stopped retrying paused'),
      undefined,
    ],
    [
      'completed without results is asked again, and taken when it has them',
      [completed, task({ status: 'completed', results: [] }), finished],
      ...(['completed', { noTask: undefined }] as const),
    ],
    [
      'completed without results ends after a minute, in any spelling',
      many(13, task(noUrl)),
      ...(['unanswered', { polls: 13, task: noUrl }] as const),
    ],
    ['completed without results for less than a minute goes on', many(12, completed), undefined],
    [
      'a result under a word that nobody knows is the end when it has stood for three looks',
      ...([many(3, odd), 'completed', { polls: 3, noTask: undefined }] as const),
    ],
    [
      'a result under a word that nobody knows is not the end before, or when it goes again',
      [odd, odd, task({ status: 'publicado' }), odd, odd],
      undefined,
    ],
    [
      'a result under a word of a beginning or a middle may be a preview',
      statuses('Processing in_progress queued RENDERING paused', { results }),
      undefined,
    ],
    [
      'not found right after creation is not the end',
      [none('notFound'), none('notFound'), unfinished()],
      ...([undefined, { noTask: undefined, nextAskAtMs: 15_000 }] as const),
    ],
    ['not found for a minute is the end', many(13, none('notFound')), 'notFound'],
    [
      'not found is counted from the last other answer',
      [...lost, none('fault'), ...lost],
      undefined,
    ],
    ['a refusal at the first look ends at once', [none('refused')], 'unanswered', { polls: 1 }],
    [
      'a refusal of a task that the service has told of may pass until the time limit',
      [unfinished(), ...many(300, none('refused'))],
      undefined,
    ],
    [
      'a key that was never accepted is believed to be refused at the third answer',
      ...([many(3, none('keyRefused')), 'unanswered', { endedAtMs: 10_000 }] as const),
    ],
    [
      'a key that is refused three times within a second may be a moment of confusion',
      ...([many(3, none('keyRefused')), undefined, {}, 300] as const),
    ],
    [
      'a key that is refused for more than a minute is believed to be',
      [unfinished(), ...many(13, none('keyRefused'))],
      ...(['unanswered', { endedAtMs: 65_000 }] as const),
    ],
    [
      'an address that has not answered for a minute has no service',
      ...([many(13, none('silent')), 'unanswered', { endedAtMs: 60_000 }] as const),
    ],
    [
      'an address that has told of the task may be silent until the time limit',
      [unfinished(), ...many(300, none('silent'))],
      undefined,
    ],
    [
      'a minute of contradictions is the end, and none is believed',
      ...([many(13, none('contradiction')), 'unanswered', { task: undefined }] as const),
    ],
    ['an outage in all its forms is not the end', outage, undefined],
    [
      'a long record that goes on is kept by its ID and status only',
      [task(long)],
      undefined,
      { task: { id: 'a', status: 'pending' } },
    ],
  ])('%s', (_title, answers, outcome, more = {}, stepMs = undefined) => {
    const wait = after(answers, stepMs);
    const seen = Object.keys(more).map((key) => [key, wait[key as keyof TaskWait]]);
    expect([wait.outcome, Object.fromEntries(seen)]).toEqual([outcome, more]);
  });

  it.each([
    [completed, ''],
    [
      task({ status: 'completed', output: { video_url: 'https://files.test/a?sig=1' } }),
      '; https://files.test/a?sig=1 may be the video',
    ],
  ])('shows what may be the video where %j has no address at its place', (answer, hint) => {
    const reason = `it says that the video is ready (status "completed"), but gives no address${hint}`;
    expect(after([answer]).noTask).toMatchObject({ kind: 'contradiction', reason });
  });

  it.each(['keyRefused', 'silent'] as const)(
    'says that time ran out where it does before “%s” is believed',
    (kind) => {
      const wait = { ...start(), deadlineAtMs: 0 };
      const over = { outcome: 'timedOut', endedAtMs: 0 };
      expect(decideNext(wait, none(kind), 0, intervalMs)).toMatchObject(over);
    },
  );
});

describe('the next look', () => {
  const [fault, busy] = [none('fault'), none('busy')];
  it.each<[string, TaskAnswer[], nextAskAtMs: number]>([
    ['waits no longer than a minute', many(6, fault), 60_000],
    ['doubles its time', many(3, fault), 20_000],
    ['begins anew with another kind of answer', [fault, fault, none('silent')], 5_000],
    ['obeys Retry-After where that is longer', [none('fault', 30_000)], 30_000],
    ['obeys its own time where that is longer', [none('fault', 1_000)], 5_000],
    ['leaves a busy service to the gate', [busy, busy], 0],
    ['comes when a busy service says', [none('busy', 1_000)], 1_000],
  ])('%s', (_, answers, nextAskAtMs) => {
    const wait = after(answers, 0);
    expect(wait.nextAskAtMs).toBe(nextAskAtMs);
    const { kind } = answers.at(-1)!;
    const count = answers.filter((one) => one.kind === kind).length;
    expect(wait.noTask).toEqual({ kind, reason: `why ${kind}`, count, sinceMs: 0 });
  });

  it.each([
    ['after the interval in the first ten minutes', 600, 5],
    ['less often in a long wait', 900, 7.5],
    ['three intervals later at the most', 3_300, 15],
  ])('comes %s where the task goes on', (_, seconds, delaySeconds) => {
    const beganMs = 1_000_000;
    const wait = { ...start(), startedAtMs: beganMs, deadlineAtMs: Infinity };
    const nowMs = beganMs + seconds * 1_000;
    const { nextAskAtMs } = decideNext(wait, unfinished(), nowMs, intervalMs);
    expect(nextAskAtMs - nowMs).toBe(delaySeconds * 1_000);
  });

  it('comes soon at first, and no more often than the user later, where the interval is long', () => {
    const often = { kind: 'silent', reason: '', count: 20, sinceMs: 0 } as const;
    const nextOf = (more: Partial<TaskWait>) =>
      decideNext({ ...start(), ...more }, none('silent'), 0, 600_000).nextAskAtMs;
    expect(nextOf({})).toBe(5_000);
    expect(nextOf({ noTask: { ...often, kind: 'fault' } })).toBe(5_000);
    expect(nextOf({ task: { status: 'pending' }, noTask: often })).toBe(600_000);
  });
});
