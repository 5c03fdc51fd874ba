import { isBlockedByN8n, settingToAllow } from '../n8n/isBlockedByN8n';
import type { OwnAddresses } from '../n8n/ownAddresses';
import { askState } from './askState';
import type { Caller } from './caller';

interface Finding {
  isReachable: boolean;
  /** n8n itself refuses to call the address. */
  isBlocked: boolean;
  atMs: number;
}

// A proxy may be down for a while only; asking seldom costs nothing.
const doubtMs = 10 * 60_000;
// n8n wakes executions while it is still starting.
const pausesMs = [500, 2_000];

const addressOf = (resumeUrl: string) => new URL(resumeUrl).origin;

/** The status of an execution that there never is. */
const nobodysUrl = (statusUrl: string) => {
  const segments = statusUrl.split('?')[0]!.split('/');
  return [...segments.slice(0, -2), '0', ...segments.slice(-1)].join('/');
};

/** What this process found out about n8n's own addresses. */
export class Reach {
  private readonly findings = new Map<string, Finding>();

  /** @param pause - resolves after the time */
  constructor(private readonly pause: (durationMs: number) => Promise<void>) {}

  /**
   * Finds out whether n8n can reach its own addresses, by asking for the state of an execution that
   * does not exist: n8n itself says so then, whatever stands before it in the network.
   */
  async canReach(
    { get }: Pick<Caller, 'get'>,
    { resumeUrl, statusUrl }: OwnAddresses,
    nowMs: number,
  ): Promise<boolean> {
    const known = this.findings.get(addressOf(resumeUrl));
    if (known?.isReachable || (known !== undefined && nowMs - known.atMs < doubtMs))
      return known.isReachable;
    let isBlocked = false;
    const noting: Pick<Caller, 'get'> = {
      get: (url) =>
        get(url).catch((error: unknown) => {
          isBlocked = isBlockedByN8n(error);
          throw error;
        }),
    };
    const ask = async () =>
      (await askState(noting, { statusUrl: nobodysUrl(statusUrl) })) !== 'unknown';
    let isReachable = await ask();
    for (const pauseMs of pausesMs) {
      if (isReachable || isBlocked) break;
      await this.pause(pauseMs);
      isReachable = await ask();
    }
    this.findings.set(addressOf(resumeUrl), { isReachable, isBlocked, atMs: nowMs });
    return isReachable;
  }

  /** A call did not reach n8n: the next wait stays awake. */
  noteUnreachable(resumeUrl: string, atMs: number): void {
    this.findings.set(addressOf(resumeUrl), { isReachable: false, isBlocked: false, atMs });
  }

  /** Why n8n could not be reached, in words that go after "because". */
  whyNot(resumeUrl: string): string {
    if (this.findings.get(addressOf(resumeUrl))?.isBlocked !== true)
      return 'n8n can’t reach its own address';
    return `n8n’s SSRF protection doesn’t let it call its own address (${settingToAllow(resumeUrl)} would)`;
  }
}
