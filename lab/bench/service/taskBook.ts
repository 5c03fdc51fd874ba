import { randomUUID } from 'node:crypto';
import { taskStatus } from '../../../nodes/generated/contract.ts';

/** A task of the bench's service, with what the measures need to know of it. Times in Unix ms. */
export interface BenchTask {
  id: string;
  prompt: string;
  createdAtMs: number;
  finishesAtMs: number;
  callbackUrl?: string;
  /** How often its status was asked for. */
  queries: number;
  /** When the callback was sent and how the receiver answered. */
  callback?: { sentAtMs: number; httpStatus: number };
}

const silently = 'silently';

/** The prompt of a task that takes so long. The service reads the time from there. */
export const promptTaking = (seconds: number) => `A video that takes ${seconds} s`;

/** The same for a task whose progress is not told. */
export const silentPromptTaking = (seconds: number) => `${promptTaking(seconds)}, ${silently}`;

const secondsOf = (prompt: string) => Number(/takes ([\d.]+) s/.exec(prompt)?.[1] ?? 0);

/** The service's tasks, by id, in the order of their creation. */
export class TaskBook {
  readonly tasks = new Map<string, BenchTask>();

  create(prompt: string, callbackUrl?: string): BenchTask {
    const createdAtMs = Date.now();
    const task: BenchTask = {
      id: randomUUID(),
      prompt,
      createdAtMs,
      finishesAtMs: createdAtMs + secondsOf(prompt) * 1000,
      ...(callbackUrl && { callbackUrl }),
      queries: 0,
    };
    this.tasks.set(task.id, task);
    return task;
  }

  /** How far a task is: its status, and its progress in percent where that is told. */
  look(task: BenchTask): { status: string; progress?: number } {
    const nowMs = Date.now();
    if (nowMs >= task.finishesAtMs) return { status: taskStatus.completed, progress: 100 };
    if (task.prompt.endsWith(silently)) return { status: taskStatus.pending };
    const share = (nowMs - task.createdAtMs) / (task.finishesAtMs - task.createdAtMs);
    return { status: taskStatus.pending, progress: Math.floor(share * 100) };
  }
}
