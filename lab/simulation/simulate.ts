import {
  defaultSettings,
  jitterShare,
  latencyMs,
  LiveWait,
  startWait,
  waitForTasks,
} from './builtLook.ts';
import type { Profile } from './profiles.ts';
import { seededRandom } from '../random.ts';

const shortestTaskMs = 20_000;
const longestTaskMs = 180_000;

export interface Figures {
  /** Requests per task. */
  requests: number;
  /** Mean time from the completion of a task to the answer that tells it, in seconds. */
  lagSeconds: number;
}

/** Runs the state machine against tasks of one profile, and takes the means. */
export function simulate(profile: Profile, followProgress: boolean, tasks: number): Figures {
  const random = seededRandom(7);
  let requests = 0;
  let lagMs = 0;
  for (let n = 0; n < tasks; n++) {
    const taskMs = shortestTaskMs + random() * (longestTaskMs - shortestTaskMs);
    const seen = followProgress ? waitFor(profile, taskMs, random) : waitAtInterval(taskMs, random);
    requests += seen.polls;
    lagMs += seen.noticedAtMs - taskMs;
  }
  return { requests: requests / tasks, lagSeconds: lagMs / tasks / 1000 };
}

/** Asks at the fixed interval, with the chance that the state machine has. */
function waitAtInterval(taskMs: number, random: () => number) {
  const { intervalMs } = defaultSettings;
  for (let polls = 1, sentAtMs = 0; ; polls++) {
    const noticedAtMs = sentAtMs + latencyMs;
    const delayMs = intervalMs * (1 - jitterShare + 2 * jitterShare * random());
    if (sentAtMs + latencyMs / 2 >= taskMs) return { polls, noticedAtMs };
    sentAtMs = noticedAtMs + delayMs;
  }
}

function waitFor(profile: Profile, taskMs: number, random: () => number) {
  const settings = defaultSettings;
  const wait = new LiveWait(waitForTasks(startWait(), ['task'], 0, settings.timeoutMs), settings);
  for (;;) {
    const sentAtMs = wait.waitOf('task')!.nextAskAtMs;
    const share = (sentAtMs + latencyMs / 2) / taskMs;
    const nowMs = sentAtMs + latencyMs;
    const progress = profile(share);
    const task =
      share >= 1
        ? { status: 'completed', results: ['https://files.example/video.mp4'] }
        : { status: 'pending', ...(progress !== undefined && { progress: Math.floor(progress) }) };
    wait.observe('task', { kind: 'task', task }, { nowMs, random });
    const { polls, outcome } = wait.waitOf('task')!;
    if (outcome !== undefined) return { polls, noticedAtMs: nowMs };
  }
}
