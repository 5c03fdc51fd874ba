import { describe, expect, it } from 'vitest';
import {
  fade,
  firstSize,
  halve,
  isCrowded,
  leastAfterBreak,
  mostAtOnce,
  narrowToFit,
  openWindow,
  widen,
  type Window,
} from '../../../nodes/pace/window.ts';

const round = (inFlight: number, nowMs = 200, latencyMs = 200) => ({
  kind: 'create' as const,
  sentAtMs: nowMs - latencyMs,
  nowMs,
  inFlight,
});

/** So many answers with the window full. */
function answers(window: Window, count: number, latencyMs = 200, nowMs = latencyMs): void {
  for (let n = 0; n < count; n++)
    widen(window, round(Math.floor(window.size), nowMs + n, latencyMs));
}

describe('widen', () => {
  it('stays as it is until two rounds were answered, then opens round by round', () => {
    const window = openWindow();
    answers(window, 2 * firstSize - 1);
    expect(window.size).toBe(firstSize);
    answers(window, 1);
    expect(window.size).toBe(4 * firstSize);
    answers(window, 4 * firstSize);
    expect(window.size).toBe(8 * firstSize);
  });

  it('learns nothing of a larger window while this one is not filled', () => {
    const window = openWindow();
    for (let n = 0; n < 1_000; n++) widen(window, round(3));
    expect(window.size).toBe(firstSize);
  });

  it('never grows past what one process can use', () => {
    const window = openWindow();
    answers(window, 50_000);
    expect(window.size).toBeLessThanOrEqual(mostAtOnce);
  });

  it('narrows when answers take longer the more are under way', () => {
    const window = openWindow();
    // A server with 40 places: whoever comes beyond them waits.
    const latencyMs = () => 200 * Math.max(1, window.size / 40);
    let nowMs = 0;
    for (let n = 0; n < 4_000; n++, nowMs += 5) answers(window, 1, latencyMs(), nowMs);
    expect(window.size).toBeLessThan(130);
    expect(window.size).toBeGreaterThan(40);
  });

  it('tells a slow kind of request from a slow service', () => {
    const window = openWindow();
    for (let n = 0; n < 200; n++) {
      widen(window, round(Math.floor(window.size), 1_000, 20));
      widen(window, { ...round(Math.floor(window.size), 1_000, 900), kind: 'look' });
    }
    expect(window.size).toBeGreaterThan(firstSize);
  });
});

describe('halve', () => {
  it('counts the broken requests of one round once', () => {
    const window = { ...openWindow(), size: 64 };
    for (let n = 0; n < 20; n++) halve(window, round(64, 200 + n));
    expect(window.size).toBe(32);
  });

  it('keeps a few, and opens no faster than by little from there', () => {
    const window = { ...openWindow(), size: 64 };
    for (let n = 0; n < 20; n++) halve(window, round(64, 1_000 * n, 100));
    expect(window.size).toBe(leastAfterBreak);
    answers(window, 10, 100, 30_000);
    expect(window.size).toBeLessThan(2 * leastAfterBreak);
  });
});

describe('narrowToFit', () => {
  it('finds how many a service takes at once from those that it refused', () => {
    const window = openWindow();
    for (const inFlight of [16, 15, 14, 13, 12, 11]) {
      expect(isCrowded(window, round(inFlight))).toBe(true);
      narrowToFit(window, round(inFlight));
    }
    expect(window.size).toBe(10);
  });

  it('takes it back when as many were taken before', () => {
    const window = openWindow();
    answers(window, 10);
    expect(isCrowded(window, round(firstSize))).toBe(false);
    expect(isCrowded(window, round(1))).toBe(false);
  });

  it('tries one more after a while', () => {
    const window = openWindow();
    narrowToFit(window, round(11, 1_000));
    answers(window, 20, 200, 2_000);
    expect(Math.floor(window.size)).toBe(10);
    answers(window, 20, 200, 12_000);
    expect(Math.floor(window.size)).toBe(11);
  });
});

describe('fade', () => {
  it('forgets a large window while nothing is sent', () => {
    const window = { ...openWindow(), size: 400 };
    fade(window, 5_000);
    expect(window.size).toBe(400);
    fade(window, 20_000);
    expect(window.size).toBe(100);
    fade(window, 600_000);
    expect(window.size).toBe(firstSize);
  });
});
