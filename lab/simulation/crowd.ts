import type { TaskWait } from '../../nodes/look/WaitState.ts';
import {
  defaultSettings as settings,
  handOverMs,
  latencyMs,
  LiveWait,
  startBehind,
  startTaskWait,
} from './builtLook.ts';
import { layOut } from './layOut.ts';
import { profiles } from './profiles.ts';
import { seededRandom } from '../random.ts';

const createdPerSecond = 200;
export const tasksPerCrowd = 1_000;
export const crowdUrl = new URL('./CROWD.md', import.meta.url);

interface TaskTime {
  createdAtMs: number;
  takesMs: number;
}

export interface Figures {
  /** Requests per task. */
  requests: number;
  /** From the completion of a task to the answer that tells it, in seconds: mean and most. */
  lagSeconds: number;
  mostLagSeconds: number;
}

const between = (random: () => number, from: number, to: number) =>
  1000 * (from + random() * (to - from));

/** How long the tasks of a crowd take. */
const crowds: Record<string, (random: () => number, nth: number) => number> = {
  '6 to 15 s': (random) => between(random, 6, 15),
  '20 to 40 s': (random) => between(random, 20, 40),
  '20 to 180 s': (random) => between(random, 20, 180),
  '60 to 300 s': (random) => between(random, 60, 300),
  '60 to 300 s, every fiftieth 10 s': (random, nth) =>
    nth % 50 === 7 ? 10_000 : between(random, 60, 300),
  '60 to 300 s, the last fifth 20 s': (random, nth) =>
    nth >= 0.8 * tasksPerCrowd ? 20_000 : between(random, 60, 300),
};

/** Asks for tasks that are waited for together until all have ended. */
function waitTogether(tasks: TaskTime[], progressOf: (share: number) => number | undefined) {
  const random = seededRandom(7);
  const entries = tasks.map(({ createdAtMs }, nth): [string, TaskWait] => {
    const nowMs = createdAtMs + handOverMs;
    const fresh = startTaskWait(nowMs, settings.timeoutMs);
    const created = { atMs: createdAtMs };
    return [`task-${nth}`, startBehind(fresh, created, { nowMs, settings, random })];
  });
  const wait = new LiveWait({ tasks: Object.fromEntries(entries), pausedUntilMs: 0 }, settings);
  const times = new Map(entries.map(([taskId], nth) => [taskId, tasks[nth]!]));
  const flights: Array<{ taskId: string; landsAtMs: number }> = [];
  const lagsMs: number[] = [];
  let requests = 0;
  while (wait.open > 0) {
    const [next] = flights;
    if (next === undefined || next.landsAtMs > wait.lookAtMs) {
      const nowMs = wait.lookAtMs;
      const taskId = wait.take(nowMs);
      if (taskId === undefined) continue;
      requests += 1;
      flights.push({ taskId, landsAtMs: nowMs + latencyMs });
      continue;
    }
    const { taskId, landsAtMs: nowMs } = flights.shift()!;
    const { createdAtMs, takesMs } = times.get(taskId)!;
    const share = (nowMs - latencyMs / 2 - createdAtMs) / takesMs;
    const progress = progressOf(share);
    const task =
      share >= 1
        ? { status: 'completed', results: ['https://files.example/video.mp4'] }
        : { status: 'pending', ...(progress !== undefined && { progress: Math.floor(progress) }) };
    wait.observe(taskId, { kind: 'task', task }, { nowMs, random });
    if (share >= 1) lagsMs.push(nowMs - createdAtMs - takesMs);
  }
  return { requests, lagsMs };
}

type Seen = ReturnType<typeof waitTogether>;

/** Every five seconds, each by itself: the loop that people build by hand. */
function waitByHand(tasks: TaskTime[]): Seen {
  const periodMs = settings.intervalMs + latencyMs;
  const looks = tasks.map(({ takesMs }) => Math.ceil((takesMs + latencyMs / 2) / periodMs));
  const lagsMs = looks.map((count, nth) => count * periodMs - tasks[nth]!.takesMs);
  return { requests: looks.reduce((sum, count) => sum + count, 0), lagsMs };
}

function waitApart(tasks: TaskTime[], progressOf: (share: number) => number | undefined): Seen {
  const all = tasks.map((task) => waitTogether([task], progressOf));
  const requests = all.reduce((sum, one) => sum + one.requests, 0);
  return { requests, lagsMs: all.flatMap(({ lagsMs }) => lagsMs) };
}

function figuresOf({ requests, lagsMs }: Seen): Figures {
  const lagMs = lagsMs.reduce((sum, one) => sum + one, 0) / lagsMs.length;
  return {
    requests: requests / lagsMs.length,
    lagSeconds: lagMs / 1000,
    mostLagSeconds: Math.max(...lagsMs) / 1000,
  };
}

export interface Row {
  times: string;
  progress: string;
  byHand: Figures;
  apart: Figures;
  together: Figures;
}

/** All crowds, with each way in which a service may tell their progress. */
export function measureCrowds(): Row[] {
  return Object.entries(crowds).flatMap(([times, takesMs]) => {
    const random = seededRandom(8);
    const tasks = Array.from({ length: tasksPerCrowd }, (_, nth) => ({
      createdAtMs: (1000 * nth) / createdPerSecond,
      takesMs: takesMs(random, nth),
    }));
    const byHand = figuresOf(waitByHand(tasks));
    return Object.entries(profiles).map(([progress, profile]) => ({
      ...{ times, progress, byHand },
      apart: figuresOf(waitApart(tasks, profile)),
      together: figuresOf(waitTogether(tasks, profile)),
    }));
  });
}

/** The table as Markdown, laid out as the project's other texts. */
export async function crowdsToMarkdown(rows: Row[]): Promise<string> {
  const pick = ({ byHand, apart, together }: Row, figure: keyof Figures, digits: number) =>
    [byHand, apart, together].map((one) => one[figure].toFixed(digits)).join(' | ');
  const line = (row: Row) =>
    `| ${row.times} | ${row.progress} | ${pick(row, 'requests', 2)} | ${pick(row, 'lagSeconds', 2)} | ${pick(row, 'mostLagSeconds', 1)} |`;
  const text = `# Many tasks of one wait, simulated

Made by \`npm run simulate\` from the built state machine: ${tasksPerCrowd} tasks, ${createdPerSecond} of them created a second, interval 5 s, latency 0.2 s, and no limit. "By hand" asks for each every 5 s; "apart" is a wait for each task alone; "together" is one wait for all, in which one task in sixteen is looked at first, and tells when it is worthwhile to look at the others (\`nodes/look/Crowd.ts\`).

| tasks take | progress | requests, by hand | apart | together | mean lag in s, by hand | apart | together | most lag in s, by hand | apart | together |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map(line).join('\n')}

"Together" is what the nodes do from 100 tasks on: it needs up to a third fewer requests than "apart", where progress tells the end, and never noticeably more. \`test/nodes/look/crowd.test.ts\` fails when that is no longer so. What it costs stands in the last column: a quick task among slow ones may be noticed later, when none of its kind has gone ahead.
`;
  return await layOut(text);
}
