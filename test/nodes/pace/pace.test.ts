import { describe, expect, it } from 'vitest';
import {
  noteAnswer,
  noteDeparture,
  opensAtMs,
  startPace,
  underWay,
  type Pace,
  type Verdict,
} from '../../../nodes/pace/pace.ts';
import type { RequestKind } from '../../../nodes/pace/urgency.ts';

/** A request that is answered at once. */
function ask(pace: Pace, kind: RequestKind, atMs: number, verdict: Verdict, retryAfterMs?: number) {
  const flight = noteDeparture(pace, kind, atMs);
  noteAnswer(pace, flight, { verdict, nowMs: atMs + 100, retryAfterMs });
}

describe('kinds of requests', () => {
  it('leave each other alone for a moment when one of them is refused', () => {
    const pace = startPace(0);
    ask(pace, 'create', 0, 'taken');
    ask(pace, 'create', 1_000, 'refused', 60_000);
    expect(opensAtMs(pace, 'create', 1_200)).toBe(61_100);
    expect(opensAtMs(pace, 'look', 1_200)).toBe(3_100);
  });

  it('go apart when one is taken while the service refuses the other', () => {
    const pace = startPace(0);
    ask(pace, 'create', 1_000, 'refused', 60_000);
    ask(pace, 'look', 4_000, 'taken');
    expect(pace.limits.look).not.toBe(pace.limits.create);
    // A refused create request does not even hold looks up for a moment any more.
    ask(pace, 'create', 62_000, 'refused', 60_000);
    expect(opensAtMs(pace, 'look', 62_200)).toBe(62_200);
  });

  it('stay together when the pause may have been over already', () => {
    const pace = startPace(0);
    ask(pace, 'create', 1_000, 'refused', 3_000);
    // Retry-After is in whole seconds.
    ask(pace, 'look', 3_900, 'taken');
    expect(pace.limits.look).toBe(pace.limits.create);
  });

  it('pause together where the service refuses both, and try each other ever more seldom', () => {
    const pace = startPace(0);
    ask(pace, 'create', 1_000, 'refused', 60_000);
    ask(pace, 'look', 3_200, 'refused', 57_000);
    expect(pace.limits.look).toBe(pace.limits.create);
    expect(opensAtMs(pace, 'look', 3_400)).toBe(60_300);
    ask(pace, 'create', 62_000, 'refused', 60_000);
    expect(opensAtMs(pace, 'look', 62_200)).toBe(66_100);
  });

  it('come together again, with all that is under way, when they turn out to share a limit', () => {
    const pace = startPace(0);
    ask(pace, 'create', 1_000, 'refused', 60_000);
    ask(pace, 'look', 4_000, 'taken');
    noteDeparture(pace, 'look', 5_000);
    noteDeparture(pace, 'look', 5_000);
    ask(pace, 'look', 5_000, 'refused', 56_000);
    expect(pace.limits.look).toBe(pace.limits.create);
    expect(underWay(pace)).toBe(2);
  });

  it('pause all where the service is closed, whatever was asked', () => {
    const pace = startPace(0);
    ask(pace, 'look', 1_000, 'closed', 30_000);
    expect(opensAtMs(pace, 'create', 1_200)).toBe(31_100);
    expect(opensAtMs(pace, 'look', 1_200)).toBe(31_100);
  });
});

describe('a refusal of one request alone', () => {
  /** Requests one after another, each so many-th of them refused for two seconds. */
  function trickle(each: number, count: number): Pace {
    const pace = startPace(0);
    for (let n = 1, atMs = 0; n <= count; n++, atMs += 1_000) {
      const isRefused = n % each === 0;
      ask(pace, 'create', atMs, isRefused ? 'refused' : 'taken', isRefused ? 2_000 : undefined);
      if (isRefused) atMs += 2_000;
    }
    return pace;
  }

  it('is no limit where it is seldom', () => {
    expect(trickle(10, 55).limits.create.model).toEqual({ kind: 'free' });
  });

  it('is one where it comes again and again', () => {
    expect(trickle(5, 26).limits.create.model.kind).not.toBe('free');
  });
});

describe('a pause of the service of two minutes, with a request now and then', () => {
  /** Asks now and then, is refused, also in the middle of the pause, and asks behind it. */
  function pause(kinds: RequestKind[]): Pace {
    const pace = startPace(0);
    for (const atMs of [1_000, 20_000, 40_000, 60_000]) ask(pace, 'look', atMs, 'taken');
    for (const [n, kind] of kinds.entries())
      ask(pace, kind, 70_000 + 10_000 * n, 'refused', 120_000 - 10_000 * n);
    ask(pace, 'look', 191_000, 'taken');
    return pace;
  }

  it('is no limit', () => {
    expect(pause(['look']).limits.look.model).toEqual({ kind: 'free' });
    expect(pause(['create', 'look']).limits.look.model).toEqual({ kind: 'free' });
  });

  it('is taken for one only as a guess, which is soon tried, where another was refused before', () => {
    const pace = startPace(0);
    for (const atMs of [1_000, 20_000, 40_000]) ask(pace, 'look', atMs, 'taken');
    ask(pace, 'look', 41_000, 'refused', 1_000);
    for (const atMs of [43_000, 50_000, 60_000]) ask(pace, 'look', atMs, 'taken');
    ask(pace, 'look', 70_000, 'refused', 120_000);
    ask(pace, 'look', 191_000, 'taken');
    expect(pace.limits.look.model).toMatchObject({ isGuess: true });
    for (let atMs = 195_000; atMs < 220_000; atMs += 5_000) {
      expect(opensAtMs(pace, 'look', atMs)).toBeLessThan(atMs + 5_000);
      ask(pace, 'look', atMs, 'taken');
    }
  });
});
