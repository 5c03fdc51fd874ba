import type { Blocks } from './blocks.ts';
import type { WaitWorld } from '../../nodes/look/lookUntilDone.ts';

/** A world that costs next to nothing itself, so that what is measured is the loop that waits. */
export interface VirtualWorld extends Omit<WaitWorld, 'ask'> {
  /** Answers so far. */
  answers: number;
  /** Resolves in the next turn of the event loop. */
  nextTurn(): Promise<void>;
  /** Resolves when it is this answer's turn. */
  answer(): Promise<void>;
}

/**
 * Each answer comes in a turn of the event loop of its own, as from a socket. When none is to come,
 * the time passes at once to where somebody sleeps until.
 *
 * @param blocks - is told of each turn
 */
export function createVirtualWorld(blocks?: Blocks): VirtualWorld {
  let nowMs = 0;
  let isTurning = false;
  const answers: Array<() => void> = [];
  let next = 0;
  const sleepers = new Set<{ atMs: number; wake: () => void }>();

  const turn = () => {
    if (isTurning) return;
    isTurning = true;
    setImmediate(() => {
      isTurning = false;
      blocks?.mark();
      if (next < answers.length) answers[next++]!();
      else {
        answers.length = next = 0;
        const first = [...sleepers].sort((one, other) => one.atMs - other.atMs)[0];
        if (first !== undefined && first.atMs < Infinity) {
          sleepers.delete(first);
          nowMs = Math.max(nowMs, first.atMs);
          first.wake();
        }
      }
      if (next < answers.length || sleepers.size > 0) turn();
    });
  };

  const world: VirtualWorld = {
    answers: 0,
    nextTurn: () =>
      new Promise((resolve) => {
        setImmediate(() => {
          blocks?.mark();
          resolve();
        });
      }),
    nowMs: () => nowMs,
    random: () => 0.5,
    signal: new AbortController().signal,
    sleep: (durationMs, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { atMs: nowMs + durationMs, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener(
          'abort',
          () => {
            sleepers.delete(sleeper);
            reject(signal.reason);
          },
          { once: true },
        );
        turn();
      }),
    answer: () =>
      new Promise((resolve) => {
        answers.push(() => {
          world.answers += 1;
          resolve();
        });
        turn();
      }),
  };
  return world;
}
