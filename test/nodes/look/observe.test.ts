import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../../../nodes/look/TaskAnswer.ts';
import { LiveWait } from '../../../nodes/look/LiveWait.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import { startWait, waitForTasks } from '../../../nodes/look/startWait.ts';
import type { Outcome, TaskWait } from '../../../nodes/look/WaitState.ts';
import { finished, unfinished } from './simulatedWorld.ts';

const settings = defaultSettings;
const start = () => new LiveWait(waitForTasks(startWait(), ['a'], 0, settings.timeoutMs), settings);
const task = (fields: object): TaskAnswer => ({
  kind: 'task',
  task: { status: 'pending', ...fields } as never,
});

/** The watch after these answers, `stepMs` apart. */
function after(answers: TaskAnswer[], stepMs = 5_000): TaskWait {
  const wait = start();
  answers.forEach((answer, n) => {
    wait.observe('a', answer, { nowMs: n * stepMs, random: () => 0.5 });
  });
  return wait.waitOf('a')!;
}

const fault: TaskAnswer = { kind: 'fault', reason: 'HTTP 503' };
const silent: TaskAnswer = { kind: 'silent', reason: 'ECONNREFUSED' };
const keyRefused: TaskAnswer = { kind: 'keyRefused', reason: 'HTTP 401' };
const contradiction: TaskAnswer = { kind: 'contradiction', reason: 'two statuses' };
const notFound: TaskAnswer = { kind: 'notFound', reason: 'HTTP 404' };

describe('LiveWait.observe', () => {
  const cases: { title: string; answers: TaskAnswer[]; stepMs?: number; want: object }[] = [
    { title: 'completed with a result ends', answers: [finished], want: { outcome: 'completed' } },
    {
      title: 'failed ends',
      answers: [task({ status: 'failed' })],
      want: { outcome: 'failed' },
    },
    {
      title: 'a status that the contract does not name is not the end',
      answers: [task({ status: 'rendering', progress: 10 })],
      want: { outcome: undefined, nextAskAtMs: 5_000 },
    },
    {
      title: 'the words that services use for a failure end it, in any spelling',
      answers: [task({ status: 'Timed_Out' })],
      want: { outcome: 'failed', task: { status: 'Timed_Out' } },
    },
    {
      title: 'the words that services use for success end it, in any spelling',
      answers: [task({ status: ' Succeeded', results: ['https://files.test/a.mp4'] })],
      want: { outcome: 'completed' },
    },
    {
      title: 'a word for success without a video is no video',
      answers: Array(3).fill(task({ status: 'DONE' })),
      want: { outcome: 'withoutResult' },
    },
    {
      title: 'a status that may be a beginning or a middle is never the end',
      answers: ['queued', 'cancelling', 'stopped', 'retrying', 'paused'].map((status) =>
        task({ status }),
      ),
      want: { outcome: undefined },
    },
    {
      title: 'unfinished without progress is not the end',
      answers: [task({})],
      want: { outcome: undefined, nextAskAtMs: 5_000 },
    },
    {
      title: 'completed without results is asked again',
      answers: [task({ status: 'completed' }), task({ status: 'completed', results: [] })],
      want: { outcome: undefined, nextAskAtMs: 10_000 },
    },
    {
      title: 'results that come a moment after the status are taken',
      answers: [task({ status: 'completed' }), finished],
      want: { outcome: 'completed' },
    },
    {
      title: 'completed without results ends at the third answer',
      answers: Array(3).fill(task({ status: 'completed', results: ['not a url'] })),
      want: { outcome: 'withoutResult', polls: 3 },
    },
    {
      title: 'not found right after creation is not the end',
      answers: [notFound, notFound, unfinished()],
      want: { outcome: undefined, faultsInRow: 0 },
    },
    {
      title: 'not found for a minute is the end',
      answers: Array(13).fill(notFound),
      want: { outcome: 'notFound', lastFault: 'HTTP 404', endedAtMs: 60_000 },
    },
    {
      title: 'not found two times is not the end, however far apart',
      answers: [notFound, notFound],
      stepMs: 70_000,
      want: { outcome: undefined },
    },
    {
      title: 'a minute of not found is counted from the last answer that was another',
      answers: [...Array(10).fill(notFound), fault, ...Array(10).fill(notFound)],
      want: { outcome: undefined },
    },
    {
      title: 'a refusal ends at once',
      answers: [{ kind: 'refused', reason: 'HTTP 422' }],
      want: { outcome: 'refused', lastFault: 'HTTP 422' },
    },
    {
      title: 'a key that was never accepted is believed to be refused at the third answer',
      answers: Array(3).fill(keyRefused),
      want: { outcome: 'unauthorized', lastFault: 'HTTP 401', endedAtMs: 10_000 },
    },
    {
      title: 'a key that is refused three times within a second may be a moment of confusion',
      answers: Array(3).fill(keyRefused),
      stepMs: 300,
      want: { outcome: undefined },
    },
    {
      title: 'one refusal of a key that was accepted before is not the end',
      answers: [unfinished(), keyRefused, unfinished(), keyRefused, finished],
      want: { outcome: 'completed' },
    },
    {
      title: 'a key that was accepted before may be refused for a minute',
      answers: [unfinished(), ...Array(12).fill(keyRefused)],
      want: { outcome: undefined },
    },
    {
      title: 'a key that is refused for more than a minute is believed to be',
      answers: [unfinished(), ...Array(13).fill(keyRefused)],
      want: { outcome: 'unauthorized', endedAtMs: 65_000 },
    },
    {
      title: 'an address that has not answered for a minute has no service',
      answers: Array(13).fill(silent),
      want: { outcome: 'unreachable', lastFault: 'ECONNREFUSED', endedAtMs: 60_000 },
    },
    {
      title: 'two requests without an answer say nothing, however far apart',
      answers: [silent, silent],
      stepMs: 200_000,
      want: { outcome: undefined },
    },
    {
      title: 'an address that has answered once may be silent until the time limit',
      answers: [unfinished(), ...Array(300).fill(silent)],
      want: { outcome: undefined },
    },
    {
      title: 'an error is an answer, so an outage is ridden out from the first request on',
      answers: [fault, ...Array(300).fill(silent)],
      want: { outcome: undefined },
    },
    {
      title: 'an answer that contradicts itself is asked for again',
      answers: [contradiction, contradiction, finished],
      want: { outcome: 'completed', lastFault: undefined },
    },
    {
      title: 'three contradictions in a row are the end, and neither is believed',
      answers: Array(3).fill(contradiction),
      want: { outcome: 'contradiction', lastFault: 'two statuses', task: undefined },
    },
    {
      title: 'faults in a row are asked again after 5, 10, 20, 40, 60 and 60 seconds',
      answers: Array(6).fill(fault),
      stepMs: 0,
      want: { nextAskAtMs: 60_000, faultsInRow: 6, lastFault: 'HTTP 503' },
    },
    {
      title: 'the third fault in a row waits 20 seconds',
      answers: Array(3).fill(fault),
      stepMs: 0,
      want: { nextAskAtMs: 20_000 },
    },
    {
      title: 'an answer with the task ends the row of faults',
      answers: [fault, fault, unfinished()],
      want: { faultsInRow: 0, lastFault: undefined, nextAskAtMs: 15_000 },
    },
    {
      title: 'Retry-After is obeyed when it is longer than the backoff',
      answers: [{ ...fault, retryAfterMs: 30_000 } as TaskAnswer],
      want: { nextAskAtMs: 31_500 },
    },
    {
      title: 'the backoff is obeyed when it is longer than Retry-After',
      answers: [{ kind: 'busy', reason: 'HTTP 429', retryAfterMs: 1_000 }],
      want: { nextAskAtMs: 5_000 },
    },
  ];
  for (const { title, answers, stepMs, want } of cases)
    it(title, () => {
      const watch = after(answers, stepMs);
      const seen = Object.keys(want).map((key) => [key, watch[key as keyof TaskWait]]);
      expect(Object.fromEntries(seen)).toEqual(want);
    });

  it('keeps the first and the last two sightings of the progress, forward or backward', () => {
    expect(
      after([unfinished(40), task({}), task({ progress: 'half' }), unfinished(30)]),
    ).toMatchObject({
      firstProgress: { percent: 40, atMs: 0 },
      earlierProgress: { percent: 40, atMs: 0 },
      lastProgress: { percent: 30, atMs: 15_000 },
    });
  });

  const anyAnswer: fc.Arbitrary<TaskAnswer> = fc.oneof(
    fc.record({
      kind: fc.constant('task' as const),
      task: fc.record(
        {
          status: fc.constantFrom(
            'pending',
            'rendering',
            'completed',
            'failed',
            'canceled',
            'expired',
            '',
          ),
          progress: fc.oneof(fc.double(), fc.integer(), fc.string()),
          results: fc.oneof(
            fc.array(fc.oneof(fc.webUrl(), fc.string(), fc.constant(null))),
            fc.string(),
          ),
        },
        { requiredKeys: ['status'] },
      ) as fc.Arbitrary<never>,
    }),
    fc.record({ kind: fc.constant('notFound' as const), reason: fc.string() }),
    fc.record({
      kind: fc.constantFrom(
        'refused' as const,
        'keyRefused' as const,
        'silent' as const,
        'contradiction' as const,
      ),
      reason: fc.string(),
    }),
    fc.record(
      {
        kind: fc.constantFrom('busy' as const, 'fault' as const),
        reason: fc.string(),
        retryAfterMs: fc.integer({ min: 0, max: 10_000_000 }),
      },
      { requiredKeys: ['kind', 'reason'] },
    ),
  );
  const anyHistory = fc.array(
    fc.record({
      answer: anyAnswer,
      afterMs: fc.integer({ min: 0, max: 600_000 }),
      chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    }),
    { minLength: 1, maxLength: 40 },
  );

  /** The one reason that each end may have; an unknown status or missing progress is none. */
  const reasonFor: Record<
    Outcome,
    (watch: TaskWait, answer: TaskAnswer, nowMs: number) => boolean
  > = {
    completed: ({ task }) =>
      task?.status === 'completed' && /^https?:\/\//i.test(String(task.results?.[0])),
    failed: ({ task }) => ['failed', 'canceled', 'expired'].includes(task!.status),
    withoutResult: ({ task, withoutResultInRow }) =>
      task?.status === 'completed' && withoutResultInRow >= 3,
    contradiction: ({ contradictionsInRow }) => contradictionsInRow === 3,
    unauthorized: (_, { kind }) => kind === 'keyRefused',
    unreachable: ({ task }, { kind }) => task === undefined && kind === 'silent',
    notFound: ({ notFoundInRow, notFoundSinceMs }, _, nowMs) =>
      notFoundInRow >= 3 && nowMs - notFoundSinceMs! >= 60_000,
    refused: (_, { kind }) => kind === 'refused',
    timedOut: ({ deadlineAtMs }, _, nowMs) => nowMs >= deadlineAtMs,
  };

  it('keeps its promises whatever the service answers and whenever', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const wait = start();
        let nowMs = 0;
        for (const { answer, afterMs, chance } of history) {
          nowMs += afterMs;
          const before = { ...wait.waitOf('a')! };
          const state = wait.write();
          const frozen = JSON.stringify(state);
          wait.observe('a', answer, { nowMs, random: () => chance });
          const next = wait.write();
          const watch = wait.waitOf('a')!;

          // It never changes what it wrote, and what it writes survives being stored.
          expect(JSON.stringify(state)).toBe(frozen);
          expect(JSON.parse(JSON.stringify(watch))).toEqual(
            JSON.parse(JSON.stringify({ ...watch })),
          );
          // What ended stays as it is.
          if (before.outcome !== undefined) expect(next).toEqual(state);
          else expect(watch.polls).toBe(before.polls + 1);
          // A wait ends at its deadline at the latest, and an open one has its next request before.
          if (watch.outcome === undefined) {
            expect(nowMs).toBeLessThan(watch.deadlineAtMs);
            expect(watch.nextAskAtMs).toBeLessThanOrEqual(watch.deadlineAtMs);
            const soonest = Math.min(nowMs + settings.intervalMs * 0.2 * 0.9, watch.deadlineAtMs);
            expect(watch.nextAskAtMs).toBeGreaterThanOrEqual(soonest - 1);
          }
          // Nothing that the service said brings the next request before the pause it asked for.
          if ('retryAfterMs' in answer && before.outcome === undefined)
            expect(next.pausedUntilMs).toBeGreaterThanOrEqual(nowMs + (answer.retryAfterMs ?? 0));
          expect(next.pausedUntilMs).toBeGreaterThanOrEqual(state.pausedUntilMs);
          if (watch.outcome !== undefined && before.outcome === undefined)
            expect(reasonFor[watch.outcome](watch, answer, nowMs)).toBe(true);
          // Faults lengthen the pause to a minute at most, unless the service asks for more.
          if (watch.outcome === undefined && answer.kind === 'fault') {
            const longestMs = Math.max(60_000, answer.retryAfterMs ?? 0) * 1.1;
            expect(watch.nextAskAtMs - nowMs).toBeLessThanOrEqual(longestMs + 1);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
