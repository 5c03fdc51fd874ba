import type { Caller } from '../call/requester';

/**
 * How far n8n has come with its start. "down": it doesn't listen yet; "starting": it does, and may
 * be about to mark as crashed what it finds running; "up": that is over.
 */
export type Startup = 'down' | 'starting' | 'up';

// n8n with thousands of executions takes its time.
const longestStartMs = 5 * 60_000;

let isUp = false;

const readinessUrl = (resumeUrl: string) => {
  const segments = resumeUrl.split('?')[0]!.split('/');
  return [...segments.slice(0, -3), 'healthz', 'readiness'].join('/');
};

/**
 * Finds out whether n8n has started. What n8n wakes before that works with parts that are not ready,
 * and what is awake at a certain moment of it, n8n takes for crashed.
 *
 * @param resumeUrl - of an execution of this n8n
 */
export async function askStartup(
  { get }: Pick<Caller, 'get'>,
  resumeUrl: string,
): Promise<Startup> {
  isUp ||= processAgeMs() > longestStartMs;
  if (isUp) return 'up';
  const startup = await get(readinessUrl(resumeUrl)).then(
    ({ httpStatus, text }) => readReadiness(httpStatus, text),
    (error: unknown) => (/ECONNREFUSED/.test(codesOf(error)) ? 'down' : 'up'),
  );
  isUp = startup === 'up';
  return startup;
}

/** Where something else answers than n8n, nothing can be known; so it counts as started. */
function readReadiness(httpStatus: number, text: string): Startup {
  if (httpStatus === 502 || httpStatus === 504) return 'down';
  if (httpStatus !== 503) return 'up';
  return /"status":"error"/.test(text) ? 'starting' : 'down';
}

const codesOf = (error: unknown): string => {
  const { code, cause, message } = Object(error) as Record<string, unknown>;
  return `${String(code)} ${String(message)} ${cause === undefined ? '' : codesOf(cause)}`;
};

/** Stands for this process. */
export const processMark = `${Math.random()}`;

/** How long the process has been running, in ms. */
export const processAgeMs = (): number => performance.now();
