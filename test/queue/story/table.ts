import type { Life } from './live.ts';
import type { Outcome } from './outcomes.ts';
import type { Service } from '../service/startService.ts';

type Tasks = Awaited<ReturnType<Service['listTasks']>>;

/** The figures of a run. */
export interface Figures {
  executions: number;
  kills: number;
  /** Executions without their video. */
  lost: number;
  /** Tasks created beyond one for each order. */
  doubled: number;
  /** Worker slots in use while all executions are suspended. */
  slotsHeld: number;
  slots: number;
}

/** @param suspended what became of the executions that were suspended when n8n was killed */
export function count(
  { kills, atRest, answers }: Life,
  suspended: Outcome[],
  tasks: Tasks,
): Figures {
  const prompts = tasks.map(({ prompt }) => prompt);
  return {
    executions: suspended.length,
    kills,
    lost: suspended.filter(({ status, file }) => status !== 'success' || !file).length,
    doubled: prompts.length - new Set(prompts).size,
    slotsHeld: atRest.active,
    slots: answers.count,
  };
}

/** The figures as text, one a line. */
export function layOut(figures: Figures, { atRest, answers }: Life): string {
  const rows: [string, string | number][] = [
    ['executions', figures.executions],
    ['processes killed with -9', figures.kills],
    ['executions lost', figures.lost],
    ['tasks created twice', figures.doubled],
    ['worker slots held by the suspended', `${figures.slotsHeld} of ${figures.slots}`],
    ['jobs queued meanwhile', atRest.queued],
    ['slowest of as many short executions', `${answers.slowestMs.toFixed(0)} ms`],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
