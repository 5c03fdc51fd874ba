import type { OwnAddresses } from '../n8n/ownAddresses';
import { readNetworkFault } from '../service/networkFault';
import { addressOf, type Caller } from './caller';
import { askState } from './Waker';

// A proxy may be down for a while only; asking seldom costs nothing.
const doubtMs = 10 * 60_000;
// The first request of a process may come before its network is there.
const pauseMs = 3_000;
const unreachable = 'n8n can’t reach its own address';

// n8n with thousands of executions takes its time.
const longestStartMs = 5 * 60_000;
/** What n8n, or a proxy before it, answers while n8n starts. */
const notStarted = [502, 503, 504];

/** What this process found out about n8n's own addresses. */
export class Reach {
  /** By origin: what is wrong with it, if anything is, and until when that is believed. */
  private readonly findings = new Map<string, { problem: string | undefined; untilMs: number }>();
  private isUp = false;

  /** @param pause - resolves after the time */
  constructor(private readonly pause: (durationMs: number) => Promise<void>) {}

  /**
   * Finds out whether n8n can reach its own addresses, by asking for the state of an execution that
   * does not exist: n8n itself says so then, whatever stands before it in the network.
   *
   * @returns why it cannot, in words that go after "because"; undefined when it can
   */
  async findProblem(
    callN8n: Caller,
    { resumeUrl, statusUrl }: OwnAddresses,
    nowMs: number,
  ): Promise<string | undefined> {
    const { origin } = new URL(resumeUrl);
    const known = this.findings.get(origin);
    if (known !== undefined && nowMs < known.untilMs) return known.problem;
    let problem = await findProblem(callN8n, statusUrl);
    if (problem === unreachable) {
      await this.pause(pauseMs);
      problem = await findProblem(callN8n, statusUrl);
    }
    const untilMs = problem === undefined ? Infinity : nowMs + doubtMs;
    this.findings.set(origin, { problem, untilMs });
    return problem;
  }

  /** A call did not reach n8n: the next wait stays awake. */
  noteUnreachable(resumeUrl: string, nowMs: number): void {
    const untilMs = nowMs + doubtMs;
    this.findings.set(new URL(resumeUrl).origin, { problem: unreachable, untilMs });
  }

  /**
   * Finds out whether n8n has started. What n8n wakes before that works with parts that are not
   * ready, and n8n takes for crashed what is awake at a certain moment of it. Where something else
   * answers, nothing can be known, so that counts as started.
   *
   * @param resumeUrl - of an execution of this n8n
   */
  async hasStarted(callN8n: Caller, resumeUrl: string): Promise<boolean> {
    const n8nUrl = resumeUrl.split('?')[0]!.split('/').slice(0, -3).join('/');
    this.isUp ||=
      performance.now() >= longestStartMs ||
      (await callN8n('GET', `${n8nUrl}/healthz/readiness`).then(
        ({ httpStatus }) => !notStarted.includes(httpStatus),
        (error: unknown) => readNetworkFault(error).code !== 'ECONNREFUSED',
      ));
    return this.isUp;
  }
}

async function findProblem(callN8n: Caller, statusUrl: string): Promise<string | undefined> {
  try {
    const state = await askState(callN8n, addressOf('0', statusUrl));
    return state === 'over' ? undefined : unreachable;
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
