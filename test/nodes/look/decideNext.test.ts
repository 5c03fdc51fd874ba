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
const empty = task({ status: 'completed', results: [] });
const noUrl = { status: 'DONE', results: ['not a url'] };
const odd = task({ status: 'publicado', results });
const oddBare = task({ status: 'publicado' });
const lost = many(10, none('notFound'));
const refusedKey = many(13, none('keyRefused'));
const never = refusedKey.slice(0, 3);
const accepted = [unfinished(), ...refusedKey];
const silent = many(13, none('silent'));
const contradicted = many(13, none('contradiction'));
const long = task({ id: 'a', prompt: 'x'.repeat(5_000) });
const brief = { task: { id: 'a', status: 'pending' } };
const allForms = (['refused', 'keyRefused', 'notFound', 'fault', 'silent', 'busy'] as const).map(
  (kind) => none(kind),
);
const outage = [unfinished(), ...Array<TaskAnswer[]>(50).fill(allForms).flat()];
/** The service has told of the task, and then says this until the time limit. */
const thenOnly = (kind: NoTaskKind) => [unfinished(), ...many(300, none(kind))];
const none3 = [none('notFound'), none('notFound'), unfinished()];

type Wait = [string, TaskAnswer[], TaskWait['outcome'], more?: object, stepMs?: number];

describe('a wait', () => {
  it.each<Wait>([
    ['completed with a result ends', [finished], 'completed', { polls: 1, endedAtMs: 0 }],
    ['failed ends', statuses('failed'), 'failed', { polls: 1, endedAtMs: 0 }],
    ['what is under way goes on', statuses('queued cancelling stopped retrying paused'), undefined],
    ['results may come late', [completed, empty, finished], 'completed', { noTask: undefined }],
    ['no results for a minute', many(13, task(noUrl)), 'unanswered', { polls: 13, task: noUrl }],
    ['no results for less than a minute goes on', many(12, completed), undefined],
    [
      'a result under an unknown word ends at look 3',
      many(3, odd),
      'completed',
      { polls: 3, noTask: undefined },
    ],
    ['such a result that goes again does not', [odd, odd, oddBare, odd, odd], undefined],
    [
      'a preview goes on',
      statuses('Processing in_progress queued RENDERING paused', { results }),
      undefined,
    ],
    ['not found at first goes on', none3, undefined, { noTask: undefined, nextAskAtMs: 15_000 }],
    ['not found for a minute ends', many(13, none('notFound')), 'notFound'],
    ['not found counts from the last other answer', [...lost, none('fault'), ...lost], undefined],
    ['a refusal at the first look ends at once', [none('refused')], 'unanswered', { polls: 1 }],
    ['a refusal of a known task may pass until the time limit', thenOnly('refused'), undefined],
    ['a key never accepted ends at look 3', never, 'unanswered', { endedAtMs: 10_000 }],
    ['a key refused thrice within a second is not', never, undefined, {}, 300],
    ['a key accepted once ends after a minute', accepted, 'unanswered', { endedAtMs: 65_000 }],
    ['silence ends after a minute', silent, 'unanswered', { endedAtMs: 60_000 }],
    ['a silent address that has told of the task goes on', thenOnly('silent'), undefined],
    ['no contradiction is believed', contradicted, 'unanswered', { task: undefined }],
    ['an outage in all its forms goes on', outage, undefined],
    ['a long record that goes on is kept by its ID and status', [long], undefined, brief],
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
