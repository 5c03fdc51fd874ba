import type { WaitPorts } from '../../../nodes/look/lookUntilDone.ts';
import type { TaskAnswer } from '../../../nodes/look/readTaskAnswer.ts';

export interface SimulatedWorld extends WaitPorts {
  asked: Array<{ taskId: string; atMs: number }>;
  inFlight: number;
  mostInFlight: number;
  pendingTimers(): number;
  cancel(): void;
}

export interface WorldOptions {
  latencyMs?: number | ((nthAsk: number) => number);
  random?: () => number;
}

/**
 * A world whose time passes only when everybody in it sleeps.
 *
 * @param answer what the service says to the n-th request for a task (from 0) at that time
 * @param latencyMs time from the n-th request for a task to its answer
 */
export function simulateWorld(
  answer: (taskId: string, nthAsk: number, nowMs: number) => TaskAnswer,
  { latencyMs = 0, random = () => 0.5 }: WorldOptions = {},
): SimulatedWorld {
  let nowMs = 0;
  let turning = false;
  const timers = new Set<{ atMs: number; fire: () => void }>();
  const canceller = new AbortController();
  const asked: SimulatedWorld['asked'] = [];

  const sleep = (durationMs: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const timer = { atMs: nowMs + Math.max(0, durationMs), fire: resolve };
      timers.add(timer);
      signal.addEventListener('abort', () => {
        timers.delete(timer);
        reject(signal.reason);
      });
      turn();
    });

  // A macrotask later every promise that could settle has settled: then the next timer fires.
  const turn = () => {
    if (turning) return;
    turning = true;
    setImmediate(() => {
      turning = false;
      const next = [...timers].sort((one, other) => one.atMs - other.atMs)[0];
      if (next === undefined) return;
      timers.delete(next);
      nowMs = Math.max(nowMs, next.atMs);
      next.fire();
      if (timers.size > 0) turn();
    });
  };

  const world: SimulatedWorld = {
    nowMs: () => nowMs,
    sleep,
    random,
    signal: canceller.signal,
    asked,
    inFlight: 0,
    mostInFlight: 0,
    pendingTimers: () => timers.size,
    cancel: () => canceller.abort(new Error('cancelled')),
    async ask(taskId, signal) {
      const nthAsk = asked.filter((record) => record.taskId === taskId).length;
      asked.push({ taskId, atMs: nowMs });
      world.inFlight += 1;
      world.mostInFlight = Math.max(world.mostInFlight, world.inFlight);
      try {
        const durationMs = typeof latencyMs === 'number' ? latencyMs : latencyMs(nthAsk);
        if (durationMs > 0) await sleep(durationMs, signal);
        return answer(taskId, nthAsk, nowMs);
      } finally {
        world.inFlight -= 1;
      }
    },
  };
  return world;
}

export const unfinished = (progress?: number): TaskAnswer => ({
  kind: 'task',
  task: { status: 'pending', ...(progress !== undefined && { progress }) },
});

export const finished: TaskAnswer = {
  kind: 'task',
  task: { status: 'completed', results: ['https://files.example/video.mp4'] },
};
