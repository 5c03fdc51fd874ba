import {
  defaultSettings as settings,
  handOverMs,
  latencyMs,
  LiveWait,
  startBehind,
  startTaskWait,
} from './builtLook.ts';
import { layOut } from './layOut.ts';
import { profiles, type Profile } from './profiles.ts';
import { seededRandom } from '../random.ts';

export const tasksPerRow = 3_000;
export const firstLookUrl = new URL('./FIRST_LOOK.md', import.meta.url);

export interface Figures {
  /** Requests per task. */
  requests: number;
  /** Mean time from the completion of a task to the answer that tells it, in seconds. */
  lagSeconds: number;
}

/** Asks for one task until it has ended; says after how many requests, and when. */
type Way = (
  isOver: (atMs: number) => boolean,
  progressAt: (atMs: number) => number | undefined,
  random: () => number,
) => { requests: number; noticedAtMs: number };

/** An HTTP Request node, a Wait node of five seconds before it, and an IF node behind it. */
const byHand: Way = (isOver) => {
  let requests = 0;
  for (let nowMs = 0; ; nowMs += latencyMs) {
    nowMs += settings.intervalMs;
    requests += 1;
    if (isOver(nowMs + latencyMs / 2)) return { requests, noticedAtMs: nowMs + latencyMs };
  }
};

const waiting =
  (isBehind: boolean): Way =>
  (isOver, progressAt, random) => {
    const fresh = startTaskWait(handOverMs, settings.timeoutMs);
    const created = { atMs: 0 };
    const watch = isBehind
      ? startBehind(fresh, created, { nowMs: handOverMs, settings, random })
      : fresh;
    const wait = new LiveWait({ tasks: { task: watch }, pausedUntilMs: 0 }, settings);
    for (;;) {
      const { nextAskAtMs } = wait.waitOf('task')!;
      const progress = progressAt(nextAskAtMs + latencyMs / 2);
      const task = isOver(nextAskAtMs + latencyMs / 2)
        ? { status: 'completed', results: ['https://files.example/video.mp4'] }
        : { status: 'pending', ...(progress !== undefined && { progress: Math.floor(progress) }) };
      const nowMs = nextAskAtMs + latencyMs;
      wait.observe('task', { kind: 'task', task }, { nowMs, random });
      const { polls, outcome } = wait.waitOf('task')!;
      if (outcome !== undefined) return { requests: polls, noticedAtMs: nowMs };
    }
  };

const ways = { byHand, atOnce: waiting(false), behind: waiting(true) };
type WayName = keyof typeof ways;

/** Lengths of tasks, from and to, in seconds. */
const lengths: Array<[number, number]> = [
  [2, 10],
  [10, 30],
  [20, 60],
  [20, 180],
];

function simulate(way: Way, profile: Profile, [from, to]: [number, number]): Figures {
  const random = seededRandom(7);
  const lengthRandom = seededRandom(8);
  let requests = 0;
  let lagMs = 0;
  for (let n = 0; n < tasksPerRow; n++) {
    const taskMs = 1000 * (from + lengthRandom() * (to - from));
    const seen = way(
      (atMs) => atMs >= taskMs,
      (atMs) => profile(Math.min(atMs / taskMs, 0.999)),
      random,
    );
    requests += seen.requests;
    lagMs += seen.noticedAtMs - taskMs;
  }
  return { requests: requests / tasksPerRow, lagSeconds: lagMs / tasksPerRow / 1000 };
}

export type Row = { length: string; progress: string } & Record<WayName, Figures>;

/** All ways over tasks of all lengths, with their progress told and without. */
export function measureFirstLook(): Row[] {
  return lengths.flatMap((length) =>
    ['linear', 'stalled', 'absent'].map((progress) => {
      const profile = profiles[progress]!;
      const figures = Object.entries(ways).map(([name, way]) => [
        name,
        simulate(way, profile, length),
      ]);
      return { length: length.join(' to '), progress, ...Object.fromEntries(figures) } as Row;
    }),
  );
}

/** The table as Markdown, laid out as the project's other texts. */
export async function firstLookToMarkdown(rows: Row[]): Promise<string> {
  const pick = (row: Row, figure: keyof Figures) =>
    [row.byHand, row.atOnce, row.behind].map((one) => one[figure].toFixed(2)).join(' | ');
  const line = (row: Row) =>
    `| ${row.length} | ${row.progress} | ${pick(row, 'requests')} | ${pick(row, 'lagSeconds')} |`;
  const text = `# The first look, simulated

Made by \`npm run simulate\` from the built state machine: ${tasksPerRow} tasks per row, created ${handOverMs / 1000} s before the wait begins, interval 5 s, latency 0.2 s. "By hand" asks 5 s after the creation and every 5 s; "at once" asks as soon as the wait begins; "behind" asks for the first time when the interval has passed since the creation, and takes it that the task was at 0 % then.

| tasks take, in s | progress | requests, by hand | at once | behind | lag in s, by hand | at once | behind |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map(line).join('\n')}

"Behind" is what the nodes do: it needs no more requests than the loop by hand in any row, one fewer than a look at once, and notices the end about as soon (where the progress of short tasks stalls, up to 0.4 s later) or sooner. \`test/nodes/look/firstLook.test.ts\` fails when that is no longer so.
`;
  return await layOut(text);
}
