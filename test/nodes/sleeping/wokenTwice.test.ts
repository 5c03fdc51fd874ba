import { describe, expect, it } from 'vitest';
import {
  mayBeQueuedTwice,
  timersLeft,
  wasReadWhileAwake,
} from '../../../nodes/sleeping/wokenTwice.ts';

const nowMs = 1_000_000;
const rung = nowMs - 2_000;

describe('an execution that wakes', () => {
  it.each<[string, number[], number | undefined, boolean]>([
    ['by a call, before its timer', [nowMs + 1], rung, false],
    ['by a call, with its timer going off behind it', [nowMs - 1], rung, true],
    ['by a call, with an earlier timer going off behind it', [nowMs + 1, nowMs - 1], rung, true],
    ['by a call, after a timer that n8n did not set', [nowMs + 1, rung - 1], rung, false],
    ['by its timer', [nowMs], undefined, false],
    ['by its timer, on a busy machine', [nowMs - 4_900], undefined, false],
    ['so late that n8n has looked again', [nowMs - 5_100], undefined, true],
    ['after two timers', [nowMs - 100, nowMs - 50], undefined, true],
    ['by something else', [], undefined, false],
  ])('%s, may be queued twice or not', (_, timersMs, rungAtMs, isDoubtful) => {
    expect(mayBeQueuedTwice(timersMs, rungAtMs, nowMs)).toBe(isDoubtful);
  });

  it('knows which timers are left, also where their clock is a little ahead', () => {
    expect(timersLeft([nowMs - 1, nowMs + 1], rung, nowMs)).toEqual([nowMs + 1]);
    expect(timersLeft([nowMs - 1, nowMs + 1, nowMs + 9_000], undefined, nowMs)).toEqual([
      nowMs + 9_000,
    ]);
  });

  it('was read while it was awake when a timer has gone off since', () => {
    expect(wasReadWhileAwake([nowMs + 1], nowMs)).toBe(false);
    expect(wasReadWhileAwake([nowMs + 1, nowMs], nowMs)).toBe(true);
  });
});
