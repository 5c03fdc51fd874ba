import type { Caller } from '../call/caller';
import { readNetworkFault } from '../service/networkFault';

// n8n with thousands of executions takes its time.
const longestStartMs = 5 * 60_000;

/** What n8n, or a proxy before it, answers while n8n starts. */
const notStarted = [502, 503, 504];

let started = false;

const readinessUrl = (resumeUrl: string) => {
  const segments = resumeUrl.split('?')[0]!.split('/');
  return [...segments.slice(0, -3), 'healthz', 'readiness'].join('/');
};

/**
 * Finds out whether n8n has started. What n8n wakes before that works with parts that are not ready,
 * and n8n takes for crashed what is awake at a certain moment of it. Where something else answers,
 * nothing can be known, so that counts as started.
 *
 * @param resumeUrl - of an execution of this n8n
 */
export async function hasStarted(
  { get }: Pick<Caller, 'get'>,
  resumeUrl: string,
): Promise<boolean> {
  if (!started && processAgeMs() < longestStartMs)
    started = await get(readinessUrl(resumeUrl)).then(
      ({ httpStatus }) => !notStarted.includes(httpStatus),
      (error: unknown) => readNetworkFault(error).code !== 'ECONNREFUSED',
    );
  else started = true;
  return started;
}

/** Stands for this process. */
export const processMark = `${Math.random()}`;

/** How long the process has been running, in ms. */
export const processAgeMs = (): number => performance.now();
