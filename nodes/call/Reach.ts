import type { OwnAddresses } from '../n8n/ownAddresses';
import type { Caller } from './caller';

// A proxy may be down for a while only; asking seldom costs nothing.
const doubtMs = 10 * 60_000;
// The first request of a process may come before its network is there.
const pauseMs = 3_000;

const unreachable = 'n8n can’t reach its own address';

/** What n8n says of an execution that does not exist. */
const nobodysState = /^"?null"?$/;

/** The address of the state of an execution that there never is. */
const nobodysUrl = (statusUrl: string) => {
  const segments = statusUrl.split('?')[0]!.split('/');
  return [...segments.slice(0, -2), '0', ...segments.slice(-1)].join('/');
};

/** What this process found out about n8n's own addresses. */
export class Reach {
  /** By origin: what is wrong with it; undefined where nothing is. */
  private readonly findings = new Map<string, { problem: string | undefined; atMs: number }>();

  /** @param pause - resolves after the time */
  constructor(private readonly pause: (durationMs: number) => Promise<void>) {}

  /**
   * Finds out whether n8n can reach its own addresses, by asking for the state of an execution that
   * does not exist: n8n itself says so then, whatever stands before it in the network.
   *
   * @returns why it cannot, in words that go after "because"; undefined when it can
   */
  async findProblem(
    caller: Pick<Caller, 'get'>,
    { resumeUrl, statusUrl }: OwnAddresses,
    nowMs: number,
  ): Promise<string | undefined> {
    const { origin } = new URL(resumeUrl);
    const known = this.findings.get(origin);
    if (known && (known.problem === undefined || nowMs - known.atMs < doubtMs))
      return known.problem;
    let problem = await ask(caller, statusUrl);
    if (problem === unreachable) {
      await this.pause(pauseMs);
      problem = await ask(caller, statusUrl);
    }
    this.findings.set(origin, { problem, atMs: nowMs });
    return problem;
  }

  /** A call did not reach n8n: the next wait stays awake. */
  noteUnreachable(resumeUrl: string, atMs: number): void {
    this.findings.set(new URL(resumeUrl).origin, { problem: unreachable, atMs });
  }
}

async function ask({ get }: Pick<Caller, 'get'>, statusUrl: string): Promise<string | undefined> {
  try {
    const { httpStatus, text } = await get(nobodysUrl(statusUrl));
    return httpStatus === 200 && nobodysState.test(text) ? undefined : unreachable;
  } catch (error) {
    if (!isBlockedByN8n(error)) return unreachable;
    return 'n8n’s SSRF protection doesn’t let it call its own address (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES can allow it)';
  }
}

/** Whether n8n itself refused to send a request (`N8N_SSRF_PROTECTION_ENABLED`). */
function isBlockedByN8n(error: unknown): boolean {
  const { name, cause } = Object(error) as { name?: unknown; cause?: unknown };
  return String(name).startsWith('SsrfBlocked') || (cause !== undefined && isBlockedByN8n(cause));
}
