import { randomUUID } from 'node:crypto';
import { taskStatus } from '../../../nodes/generated/contract.ts';

/** A task of the stand-in service. Times in Unix ms. */
export interface BenchTask {
  id: string;
  prompt: string;
  createdAtMs: number;
  finishesAtMs: number;
  callbackUrl?: string;
}

/** The prompt of a task that takes so long. The service reads the time from there. */
export const promptTaking = (seconds: number) => `A video that takes ${seconds} s`;

const secondsOf = (prompt: string) => Number(/takes ([\d.]+) s/.exec(prompt)?.[1] ?? 0);

export function makeTask(prompt: string, callbackUrl?: string): BenchTask {
  const createdAtMs = Date.now();
  return {
    id: randomUUID(),
    prompt,
    createdAtMs,
    finishesAtMs: createdAtMs + secondsOf(prompt) * 1000,
    ...(callbackUrl && { callbackUrl }),
  };
}

/** The task as the service tells it now. */
export function describeTask(task: BenchTask, fileUrl: string) {
  const nowMs = Date.now();
  if (nowMs >= task.finishesAtMs)
    return { id: task.id, status: taskStatus.completed, progress: 100, results: [fileUrl] };
  const share = (nowMs - task.createdAtMs) / (task.finishesAtMs - task.createdAtMs);
  return { id: task.id, status: taskStatus.pending, progress: Math.floor(share * 100) };
}
