import { describe, expect, it } from 'vitest';
import { mayBeQueuedTwice, mayBeReadAwake, timersLeft } from '../../../nodes/sleep/wokenTwice.ts';

const nowMs = 1_000_000;
const [byCall, byTimer] = [true, false];

describe('an execution that wakes', () => {
  it.each<[string, number[], boolean, boolean]>([
    ['by a call, before its timer', [nowMs + 1], byCall, false],
    ['by a call, with its timer gone off', [nowMs - 1], byCall, true],
    ['by a call, with an earlier timer gone off', [nowMs + 1, nowMs - 90_000], byCall, true],
    ['by its timer', [nowMs], byTimer, false],
    ['by its timer, a moment late', [nowMs - 900], byTimer, false],
    ['by its timer, so late that n8n may have looked again', [nowMs - 1_100], byTimer, true],
    ['after two timers', [nowMs - 100, nowMs - 50], byTimer, true],
    ['by something else', [nowMs + 1], byTimer, false],
  ])('%s, may be queued twice or not', (_, timersMs, how, isDoubtful) => {
    expect(mayBeQueuedTwice(timersMs, how, nowMs)).toBe(isDoubtful);
  });

  it('knows which timers are left, also where their clock is a little ahead', () => {
    const timersMs = [nowMs + 9_000, nowMs + 1];
    expect(timersLeft(timersMs, byCall, nowMs)).toEqual([nowMs + 1, nowMs + 9_000]);
    expect(timersLeft(timersMs, byTimer, nowMs)).toEqual([nowMs + 9_000]);
    const gone = [nowMs - 2, nowMs - 1, nowMs + 1];
    expect(timersLeft(gone, byCall, nowMs)).toEqual([nowMs + 1]);
    expect(timersLeft(gone, byTimer, nowMs)).toEqual([nowMs + 1]);
  });

  it('has no timers left that n8n cannot have set while it slept', () => {
    const timersMs = [nowMs + 70_000, nowMs + 70_001];
    expect(timersLeft(timersMs, byCall, nowMs)).toEqual([nowMs + 70_000]);
  });

  it('may be read awake when a timer has gone off since, or does before it is stored', () => {
    expect(mayBeReadAwake([nowMs + 1_001], nowMs)).toBe(false);
    expect(mayBeReadAwake([nowMs + 1_001, nowMs + 1_000], nowMs)).toBe(true);
  });
});
