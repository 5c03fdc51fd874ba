import { describe, expect, it } from 'vitest';
import type { Evidence, Model, Trace } from '../../../nodes/pace/Model.ts';
import { recognise } from '../../../nodes/pace/recognise.ts';

const latencyMs = 200;

/** A start, at full speed where it is not told, of a service that decides as told. */
function start(requests: number, isTaken: (atMs: number) => boolean, apartMs = 4): Trace[] {
  return Array.from({ length: requests }, (_, n) => {
    const sentAtMs = apartMs * n;
    const fate = isTaken(sentAtMs) ? 'taken' : 'refused';
    return { sentAtMs, landedAtMs: sentAtMs + latencyMs, fate };
  });
}

/** Takes so many, and after that one whenever another has come out. */
function bucket(burst: number, perSecond: number) {
  let left = burst;
  let beforeMs = 0;
  return (atMs: number) => {
    left = Math.min(burst, left + ((atMs - beforeMs) / 1000) * perSecond);
    beforeMs = atMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

function window(most: number) {
  let taken = 0;
  return () => ++taken <= most;
}

const learn = (requests: Trace[], againAtMs: number, more: Partial<Evidence> = {}) =>
  recognise({
    requests,
    againAtMs,
    believed: { kind: 'free' },
    raise: 1,
    emptyAtMs: undefined,
    toldUntilMs: -Infinity,
    ...more,
  });

describe('recognise', () => {
  it('takes for a burst only what the rate itself has not brought meanwhile', () => {
    const requests = start(106, bucket(20, 20), 40);
    const { kind, perSecond, burst } = learn(requests, 5_300) as Model & { kind: 'rate' };
    expect(kind).toBe('rate');
    expect(Math.abs(perSecond - 20)).toBeLessThan(2);
    expect(Math.abs(burst - 20)).toBeLessThan(5);
  });

  it('takes none for a limit where none was refused', () => {
    expect(
      learn(
        start(50, () => true),
        1_000,
      ),
    ).toEqual({ kind: 'free' });
  });

  it('takes a refusal after few for a limit, and for a guess', () => {
    const model = { kind: 'rate', perSecond: 0.4, burst: 2, isGuess: true };
    expect(learn(start(5, window(2)), 5_200)).toEqual(model);
  });

  it('takes it for a guess where it met one that went alone, until that is refused as well', () => {
    const alone = start(5, window(4), 20_000);
    const believed = { kind: 'window' as const, most: 4, ms: 120_000, isGuess: true };
    expect(learn(alone, 195_000, { toldUntilMs: 100_000 })).toEqual(believed);
    const firm = { kind: 'window', most: 5, ms: 120_000 };
    expect(learn(start(6, window(5)), 130_000, { believed, raise: 1.3 })).toEqual(firm);
    const many = start(30, window(20), 10);
    const told = { believed, raise: 5, toldUntilMs: 9_300 };
    expect(learn(many, 10_300, told)).toEqual({
      kind: 'window',
      most: 20,
      ms: 10_000,
    });
  });

  it('takes it for a rate where no usual window fits: nobody is left alone for all of that time', () => {
    const trickle = start(16, window(15), 2_400);
    expect(learn(trickle, 38_500)).toMatchObject({ kind: 'rate', isGuess: true });
  });

  it.each([
    [20, 1_300, 1_000],
    [100, 10_400, 10_000],
    [120, 60_700, 60_000],
    [1_000, 3_600_900, 3_600_000],
  ])('finds a window that took %i and opened again after %i ms', (most, againAtMs, ms) => {
    const requests = start(most + 50, window(most));
    const model = learn(requests, againAtMs, { toldUntilMs: againAtMs - 1_000 });
    expect(model).toEqual({ kind: 'window', most, ms });
  });

  it('takes the shortest usual window that explains it, where the service does not say', () => {
    const requests = start(150, window(100));
    expect(learn(requests, 10_400)).toEqual({ kind: 'window', most: 100, ms: 1_000 });
    const asked = { sentAtMs: 4_000, landedAtMs: 4_200, fate: 'refused' as const };
    const model = { kind: 'window', most: 100, ms: 5_000 };
    expect(learn([...requests, asked], 10_400)).toEqual(model);
  });

  it('counts no connection that broke as a refusal', () => {
    const requests = start(150, window(100)).map((one, n): Trace => {
      const { sentAtMs, landedAtMs } = one;
      return n % 10 === 5 ? { sentAtMs, landedAtMs } : one;
    });
    const model = { kind: 'window', most: 90, ms: 1_000 };
    expect(learn(requests, 1_300)).toEqual(model);
  });

  it('tells a window from a bucket whose requests overtake each other', () => {
    const sent = start(150, () => true, 2);
    // On the way there, of which the answers tell nothing.
    const arrivesAtMs = sent.map(({ sentAtMs }, n) => sentAtMs + 6 * ((n * 7) % 5));
    const lastAtMs = arrivesAtMs.toSorted((one, other) => one - other)[99]!;
    const requests = sent.map((one, n): Trace => {
      return { ...one, fate: arrivesAtMs[n]! <= lastAtMs ? 'taken' : 'refused' };
    });
    expect(requests.findIndex(({ fate }) => fate === 'refused')).toBeLessThan(100);
    expect(learn(requests, 1_300)).toMatchObject({ kind: 'window', ms: 1_000 });
  });

  it('finds the rate of a bucket from what comes out of it among refusals', () => {
    const model = learn(start(120, bucket(20, 60)), 1_300);
    if (model.kind !== 'rate') throw new Error(model.kind);
    expect(model.perSecond).toBeGreaterThan(50);
    expect(model.perSecond).toBeLessThan(75);
    expect(model.burst).toBeGreaterThan(14);
    expect(model.burst).toBeLessThan(24);
  });

  it('finds how many are taken at once', () => {
    let inside: number[] = [];
    const model = learn(
      start(140, (atMs) => {
        inside = inside.filter((leavesAtMs) => leavesAtMs > atMs);
        if (inside.length >= 10) return false;
        inside.push(atMs + latencyMs);
        return true;
      }),
      1_300,
    );
    expect(model).toEqual({ kind: 'places', most: 10 });
  });

  it('measures a rate by what was taken between two refusals', () => {
    const believed = { kind: 'rate' as const, perSecond: 30, burst: 1 };
    // One each 33 ms, and 20 per second are taken: the bucket was empty at the beginning.
    const requests: Trace[] = Array.from({ length: 91 }, (_, n) => {
      const sentAtMs = 1_000 + 33 * n;
      const fate = n < 90 ? 'taken' : 'refused';
      return { sentAtMs, landedAtMs: sentAtMs + latencyMs, fate };
    });
    const model = learn(requests, 5_000, { believed, emptyAtMs: -500 });
    expect(model).toMatchObject({ kind: 'rate' });
    expect((model as { perSecond: number }).perSecond).toBeLessThanOrEqual(27);
  });

  it('stays with a window that was tried beyond what it takes, and narrows one that took less', () => {
    const believed = { kind: 'window' as const, most: 20, ms: 1_000 };
    const tried = start(22, window(20));
    expect(learn(tried, 1_300, { believed, raise: 1.1 })).toEqual(believed);
    const shared = start(20, window(12));
    expect(learn(shared, 1_300, { believed })).toEqual({ ...believed, most: 12 });
    const lost = start(20, window(3));
    expect(learn(lost, 1_300, { believed })).toEqual({ ...believed, most: 10, isGuess: true });
  });

  it('finds that a window is shorter, or takes more, where more was taken in its time', () => {
    const believed = { kind: 'window' as const, most: 20, ms: 2_000 };
    const twice = start(45, window(40), 45);
    const model = { kind: 'window', most: 20, ms: 1_000 };
    expect(learn(twice, 2_300, { believed, raise: 2 })).toEqual(model);
    const some = start(30, window(26), 70);
    expect(learn(some, 2_500, { believed, raise: 1.3 })).toEqual({ ...believed, most: 26 });
  });

  it('counts by the second what is left of a window that many share', () => {
    const believed = { kind: 'window' as const, most: 7, ms: 1_000 };
    expect(learn(start(8, window(4), 100), 1_300, { believed })).toMatchObject({
      kind: 'rate',
      perSecond: 4,
      isGuess: true,
    });
  });

  it('says something finite whatever it is given', () => {
    for (const again of [0, 1, 1e9])
      for (const kind of ['free', 'places', 'window', 'rate'] as const) {
        const believed = { kind, most: 3, ms: 1_000, perSecond: 5, burst: 2 };
        for (const fates of ['-', '--', '+-', '+-+-+-+-', '-++++++++++', '+?-?'])
          for (const apartMs of [0, 100]) {
            const requests = [...fates].map((sign, n) => ({
              sentAtMs: apartMs * n,
              ...(sign !== '?' && { landedAtMs: apartMs * n + 100 }),
              ...(sign === '+' && { fate: 'taken' as const }),
              ...(sign === '-' && { fate: 'refused' as const }),
            }));
            const model = learn(requests, again, { believed });
            for (const value of Object.values(model))
              if (typeof value === 'number') expect(value).toBeGreaterThan(0);
            expect(JSON.stringify(model)).not.toContain('null');
          }
      }
  });
});
