import { sleep } from '../concurrency/sleep';
import { ring } from './ring';
import type { Requester } from './requester';

interface Finding {
  reachable: boolean;
  atMs: number;
}

// A proxy may be down for a while only; asking seldom costs nothing.
const doubtMs = 10 * 60_000;
// n8n wakes executions while it is still starting.
const pausesMs = [0, 500, 2_000];

/** What this process found out about n8n's own addresses. */
const findings = new Map<string, Finding>();

const addressOf = (resumeUrl: string) => new URL(resumeUrl).origin;

/** The resume URL of an execution that there never is. */
const nobodysUrl = (resumeUrl: string) => {
  const url = new URL(resumeUrl);
  const segments = url.pathname.split('/');
  url.pathname = [...segments.slice(0, -2), '0', ...segments.slice(-1)].join('/');
  url.search = '';
  return url.href;
};

/**
 * Finds out whether n8n can reach its own resume URLs, by ringing an execution that does not
 * exist: n8n itself says so then, whatever stands before it in the network.
 */
export async function canReach(
  requester: Pick<Requester, 'post'>,
  resumeUrl: string,
  nowMs: number,
  pause: (durationMs: number) => Promise<void> = sleep,
): Promise<boolean> {
  const known = findings.get(addressOf(resumeUrl));
  if (known?.reachable || (known !== undefined && nowMs - known.atMs < doubtMs))
    return known.reachable;
  let reachable = false;
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await pause(pauseMs);
    // A call that is simply taken was taken by something else, such as a login page.
    reachable = (await ring(requester, nobodysUrl(resumeUrl))) === 'gone';
    if (reachable) break;
  }
  findings.set(addressOf(resumeUrl), { reachable, atMs: nowMs });
  return reachable;
}

/** Remembers that a ring did not reach n8n, so that the next wait stays awake. */
export function noteUnreachable(resumeUrl: string, nowMs: number): void {
  findings.set(addressOf(resumeUrl), { reachable: false, atMs: nowMs });
}
