import { defaultSettings, latencyMs, LiveWait, startWait, waitForTasks } from './builtLook.ts';
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
    const seen = waitFor(profile, taskMs, followProgress, random);
    requests += seen.polls;
    lagMs += seen.noticedAtMs - taskMs;
  }
  return { requests: requests / tasks, lagSeconds: lagMs / tasks / 1000 };
}

function waitFor(profile: Profile, taskMs: number, followProgress: boolean, random: () => number) {
  const settings = { ...defaultSettings, followProgress };
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
