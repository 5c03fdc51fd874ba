import { createRequire } from 'node:module';
import type * as agendaModule from '../../nodes/waiting/Agenda.ts';
import type * as delaysModule from '../../nodes/waiting/delays.ts';
import type * as liveWaitModule from '../../nodes/waiting/LiveWait.ts';
import type * as settingsModule from '../../nodes/waiting/settings.ts';
import type * as watchModule from '../../nodes/waiting/watch.ts';
import { layOut } from './layOut.ts';
import { seededRandom } from './seededRandom.ts';

// The built modules, so that what is measured is what is shipped.
const require = createRequire(import.meta.url);
const load = <T>(name: string) => require(`../../dist/nodes/waiting/${name}.js`) as T;
const { Agenda, slotFor } = load<typeof agendaModule>('Agenda');
const { startBehind } = load<typeof delaysModule>('delays');
const { LiveWait } = load<typeof liveWaitModule>('LiveWait');
const { defaultSettings: settings } = load<typeof settingsModule>('settings');
const { startWatch } = load<typeof watchModule>('watch');

const latencyMs = 200;
const batches = 10;
const tasksPerBatch = 200;
export const batchLearningUrl = new URL('./BATCH_LEARNING.md', import.meta.url);

type Random = () => number;

/** Two uniform numbers make a normal one (Box and Muller). */
const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** How long tasks take, in seconds. None of these is known to be this service's. */
const durations: Record<string, (random: Random) => number> = {
  '20 to 60 s, even': (random) => 20 + 40 * random(),
  '20 to 180 s, even': (random) => 20 + 160 * random(),
  'about 45 s (± 2)': (random) => 45 + 2 * normal(random),
  'about 60 s (± 10)': (random) => Math.max(5, 60 + 10 * normal(random)),
  'about 120 s (± 10)': (random) => Math.max(5, 120 + 10 * normal(random)),
  'long tail from 40 s': (random) => 40 * Math.exp(0.5 * Math.abs(normal(random))),
  '30 s or 120 s': (random) => (random() < 0.5 ? 30 : 120) + 3 * normal(random),
};

/** Over how many seconds the tasks of a batch are created. */
const spreads = [1, 10, 60, 300];

/** The age below which a task need not be looked at, by the ages at which others had ended. */
type Learn = (endedMs: number[]) => number;

const leastEnded = 5;
const quantile = (sorted: number[], share: number) => sorted[Math.floor(share * sorted.length)]!;

const ways = {
  asItIs: () => 0,
  /** Until shortly before the shortest of them. */
  careful: (ended: number[]) => (ended.length < leastEnded ? 0 : 0.9 * quantile(ended, 0)),
  /** Until most of them had not ended yet. */
  bold: (ended: number[]) => (ended.length < leastEnded ? 0 : quantile(ended, 0.1)),
} satisfies Record<string, Learn>;
type WayName = keyof typeof ways;

interface Figures {
  /** Requests per task. */
  requests: number;
  /** Mean time from the completion of a task to the answer that tells it, in seconds. */
  lagSeconds: number;
}

function insert(sorted: number[], value: number): void {
  const at = sorted.findIndex((other) => other > value);
  sorted.splice(at < 0 ? sorted.length : at, 0, value);
}

interface Task {
  createdMs: number;
  endMs: number;
  wait: InstanceType<typeof LiveWait>;
  slot: agendaModule.Slot<Task>;
}

/** One batch without progress; what its ended tasks tell counts for those that are open. */
function simulateBatch(
  learn: Learn,
  durationSeconds: (random: Random) => number,
  spreadSeconds: number,
  seed: number,
) {
  const random = seededRandom(seed);
  const lengthRandom = seededRandom(seed + 1_000);
  const looks = new Agenda<Task>();
  const endedMs: number[] = [];
  let requests = 0;
  let lagMs = 0;
  for (let n = 0; n < tasksPerBatch; n++) {
    const createdMs = (1000 * spreadSeconds * n) / tasksPerBatch;
    const created = { atMs: createdMs, isCalled: false };
    const now = { nowMs: createdMs, settings, random };
    const watch = startBehind(startWatch(createdMs, settings.timeoutMs), created, now);
    const wait = new LiveWait({ tasks: { task: watch }, pausedUntilMs: 0 }, settings);
    const endMs = createdMs + 1000 * durationSeconds(lengthRandom);
    const task = { createdMs, endMs, wait } as Task;
    task.slot = slotFor(task);
    looks.set(task.slot, watch.nextAskAtMs);
  }
  while (looks.size > 0) {
    const { createdMs, endMs, wait, slot } = looks.first!;
    const askedMs = looks.firstAtMs;
    looks.delete(slot);
    const quietUntilMs = createdMs + learn(endedMs);
    if (askedMs < quietUntilMs) {
      looks.set(slot, quietUntilMs + 0.1 * settings.intervalMs * random());
      continue;
    }
    requests += 1;
    const isOver = endMs <= askedMs + latencyMs / 2;
    const answer = isOver
      ? { status: 'completed', results: ['https://files.example/video.mp4'] }
      : { status: 'pending' };
    const nowMs = askedMs + latencyMs;
    wait.observe('task', { kind: 'task', task: answer }, { nowMs, random });
    if (isOver) {
      lagMs += nowMs - endMs;
      // Nobody knows more than that it ended before this look.
      insert(endedMs, nowMs - createdMs);
    } else looks.set(slot, wait.watchOf('task')!.nextAskAtMs);
  }
  return { requests, lagMs };
}

export type Row = { duration: string; spreadSeconds: number } & Record<WayName, Figures>;

export function measureBatchLearning(): Row[] {
  return Object.entries(durations).flatMap(([duration, durationSeconds]) =>
    spreads.map((spreadSeconds) => {
      const figuresOf = (learn: Learn): Figures => {
        let requests = 0;
        let lagMs = 0;
        for (let seed = 31; seed < 31 + batches; seed++) {
          const one = simulateBatch(learn, durationSeconds, spreadSeconds, seed);
          requests += one.requests;
          lagMs += one.lagMs;
        }
        const tasks = batches * tasksPerBatch;
        return { requests: requests / tasks, lagSeconds: lagMs / tasks / 1000 };
      };
      const figures = Object.entries(ways).map(([name, learn]) => [name, figuresOf(learn)]);
      return { duration, spreadSeconds, ...Object.fromEntries(figures) } as Row;
    }),
  );
}

/** Whether a way saves a tenth of the requests and notices the ends no later. */
export const pays = ({ asItIs }: Row, way: Figures) =>
  way.requests <= 0.9 * asItIs.requests && way.lagSeconds <= asItIs.lagSeconds + 0.05;

/** The table as Markdown, laid out as the project's other texts. */
export async function batchLearningToMarkdown(rows: Row[]): Promise<string> {
  const of = (row: Row) => [row.asItIs, row.careful, row.bold];
  const line = (row: Row) =>
    `| ${[
      row.duration,
      row.spreadSeconds,
      ...of(row).map(({ requests }) => requests.toFixed(2)),
      ...of(row).map(({ lagSeconds }) => lagSeconds.toFixed(2)),
      pays(row, row.careful) ? 'yes' : 'no',
      pays(row, row.bold) ? 'yes' : 'no',
    ].join(' | ')} |`;
  return await layOut(`# Learning from the tasks of a batch that have ended, simulated

Made by \`npm run simulate\` from the built state machine: ${batches} batches of ${tasksPerBatch} tasks per row, progress not told, interval 5 s, latency 0.2 s, the first look when the interval has passed. "As it is" looks every 5 s. The other two put a look off while the task is younger than the ended ones of its batch had to become, once ${leastEnded} have ended: "careful" until 90 % of the least age at which one was seen ended, "bold" until a tenth of them had. "Pays" means at least a tenth fewer requests per task, and a mean lag that is not more than 0.05 s longer.

| tasks take | created within, in s | requests, as it is | careful | bold | lag in s, as it is | careful | bold | careful pays | bold pays |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map(line).join('\n')}

The nodes look as it is. "Bold" never pays: whoever ends earlier than most is noticed late. "Careful" pays only where the tasks of a batch are created over a minute or longer, and not for every length of task; where they are created within seconds, as a service without a narrow limit lets the nodes do, the first has ended when all others are as old, and there is nothing left to learn. \`test/nodes/waiting/batchLearning.test.ts\` fails when this table is not what the simulation says, or when that is no longer so.
`);
}
