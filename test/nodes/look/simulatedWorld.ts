import type { TaskAnswer } from '../../../nodes/look/askTask.ts';
import type { WaitPorts } from '../../../nodes/look/Poll.ts';
import { startWait, waitForTasks } from '../../../nodes/look/WaitState.ts';
import { VirtualTime } from '../pace/VirtualTime.ts';

/**
 * A world whose time passes only when everybody in it sleeps.
 *
 * @param answer - what the service says to the n-th request for a task (from 0) at that time
 * @param latencyMs - from a request to its answer
 */
export function simulateWorld(
  answer: (taskId: string, nthAsk: number, nowMs: number) => TaskAnswer,
  latencyMs = 0,
) {
  const time = new VirtualTime();
  const canceller = new AbortController();
  const asked: Array<{ taskId: string; atMs: number }> = [];
  let isPassing = false;

  const letTimePass = async () => {
    if (isPassing) return;
    isPassing = true;
    await time.passUntil();
    isPassing = false;
  };
  const sleep: WaitPorts['sleep'] = async (durationMs, signal) => {
    const sleeping = time.sleep(durationMs, signal);
    void letTimePass();
    await sleeping;
  };
  const world = {
    ...{ asked, sleep, inFlight: 0, mostInFlight: 0, nowMs: time.nowMs },
    signal: canceller.signal,
    pendingTimers: () => time.pending,
    cancel: () => canceller.abort(new Error('cancelled')),
    async ask(taskId: string, signal: AbortSignal): Promise<TaskAnswer> {
      const nthAsk = asked.filter((record) => record.taskId === taskId).length;
      asked.push({ taskId, atMs: time.nowMs() });
      world.inFlight += 1;
      world.mostInFlight = Math.max(world.mostInFlight, world.inFlight);
      try {
        if (latencyMs > 0) await sleep(latencyMs, signal);
        return answer(taskId, nthAsk, time.nowMs());
      } finally {
        world.inFlight -= 1;
      }
    },
  };
  return world;
}

/** A wait that begins, for tasks that were made elsewhere. */
export const waitFor = (taskIds: readonly string[], timeoutMs = 60_000, nowMs = 0) => {
  const added = taskIds.map((taskId) => ({ taskId }));
  return waitForTasks(startWait(), added, nowMs, { intervalMs: 5_000, timeoutMs });
};

export const unfinished = (progress?: number): TaskAnswer => ({
  kind: 'task',
  task: { status: 'pending', ...(progress !== undefined && { progress }) },
});

export const finished: TaskAnswer = {
  kind: 'task',
  task: { status: 'completed', results: ['https://files.example/video.mp4'] },
};
