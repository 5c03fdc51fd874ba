import { sleep } from '../concurrency/sleep';
import { isBlockedByN8n, settingToAllow } from '../n8n/isBlockedByN8n';
import type { OwnAddresses } from '../n8n/ownAddresses';
import type { Caller } from './requester';
import { askState } from './askState';

interface Finding {
  reachable: boolean;
  atMs: number;
  /** n8n itself refuses to call the address. */
  isBlocked?: boolean;
}

// A proxy may be down for a while only; asking seldom costs nothing.
const doubtMs = 10 * 60_000;
// n8n wakes executions while it is still starting.
const pausesMs = [0, 500, 2_000];

/** What this process found out about n8n's own addresses. */
const findings = new Map<string, Finding>();

const addressOf = (resumeUrl: string) => new URL(resumeUrl).origin;

/** The status of an execution that there never is: of one that runs for the first time, n8n fails. */
const nobodysUrl = (statusUrl: string) => {
  const segments = statusUrl.split('?')[0]!.split('/');
  return [...segments.slice(0, -2), '0', ...segments.slice(-1)].join('/');
};

/**
 * Finds out whether n8n can reach its own addresses, by asking for the state of an execution that
 * does not exist: n8n itself says so then, whatever stands before it in the network.
 */
export async function canReach(
  requester: Pick<Caller, 'get'>,
  addresses: OwnAddresses,
  nowMs: number,
  pause: (durationMs: number) => Promise<void> = sleep,
): Promise<boolean> {
  const { resumeUrl, statusUrl } = addresses;
  const known = findings.get(addressOf(resumeUrl));
  if (known?.reachable || (known !== undefined && nowMs - known.atMs < doubtMs))
    return known.reachable;
  let reachable = false;
  let isBlocked = false;
  const noted: typeof requester = {
    get: (url) =>
      requester.get(url).catch((error: unknown) => {
        isBlocked = isBlockedByN8n(error);
        throw error;
      }),
  };
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await pause(pauseMs);
    reachable = (await askState(noted, { statusUrl: nobodysUrl(statusUrl) })) !== 'unknown';
    if (reachable || isBlocked) break;
  }
  findings.set(addressOf(resumeUrl), { reachable, atMs: nowMs, isBlocked });
  return reachable;
}

/** Why n8n could not be reached, in words that go after "because". */
export function whyUnreachable(resumeUrl: string): string {
  if (findings.get(addressOf(resumeUrl))?.isBlocked !== true)
    return 'n8n can’t reach its own address';
  return `n8n’s SSRF protection doesn’t let it call its own address (${settingToAllow(resumeUrl)} would)`;
}

/** Remembers that a ring did not reach n8n, so that the next wait stays awake. */
export function noteUnreachable(resumeUrl: string, nowMs: number): void {
  findings.set(addressOf(resumeUrl), { reachable: false, atMs: nowMs });
}
