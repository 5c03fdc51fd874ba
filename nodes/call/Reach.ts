import { readNetworkFault } from '../service/sendRequest';
import { addressOf, type Caller, askState } from './Waker';

// A proxy may be down only for a while.
const doubtMs = 10 * 60_000;
const unreachable = 'n8n can’t reach its own address';
const blocked =
  'n8n’s SSRF protection doesn’t let it call its own address (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES can allow it)';

// n8n with thousands of executions may take minutes to start.
const longestStartMs = 5 * 60_000;
/** n8n doesn't listen yet, or, on a busy machine, doesn't answer in time while it starts. */
const whileStarting = /^(ECONNREFUSED|ECONNABORTED|ECONNRESET|ETIMEDOUT)$/;

/** What this process found out about n8n's own address. */
export class Reach {
  /** The last finding, and until when it holds. */
  private found: { problem: string | undefined; untilMs: number } | undefined;
  /** Shared by executions that ask at the same time. */
  private asking: Promise<string | undefined> | undefined;
  private isUp = false;

  /**
   * Finds out whether n8n can reach its own address, by asking for an execution that doesn't exist: only
   * n8n itself, and nothing in front of it, answers that one with "null".
   *
   * @param statusUrl - of any execution of this n8n
   * @returns why it can't, in words that go after "because"; undefined if it can
   */
  async findProblem(callN8n: Caller, statusUrl: string, nowMs: number) {
    if (this.found !== undefined && nowMs < this.found.untilMs) return this.found.problem;
    this.asking ??= askState(callN8n, addressOf('0', statusUrl)).then(
      (state) => (state === 'over' ? undefined : unreachable),
      (error: unknown) => (isBlockedByN8n(error) ? blocked : unreachable),
    );
    const problem = await this.asking;
    this.asking = undefined;
    this.found = { problem, untilMs: problem === undefined ? Infinity : nowMs + doubtMs };
    return problem;
  }

  /** After a call in vain, the next wait asks again. */
  doubt(): void {
    this.found = undefined;
  }

  /**
   * Finds out whether n8n has started. An execution that it wakes earlier meets parts that aren't ready,
   * and may be marked as crashed. Until then nobody answers, or n8n or a proxy answers 501 to 599;
   * anything else counts as started, and so does a process of five minutes.
   *
   * @param resumeUrl - of any execution of this n8n
   */
  async hasStarted(callN8n: Caller, resumeUrl: string): Promise<boolean> {
    const n8nUrl = resumeUrl.split('?')[0]!.split('/').slice(0, -3).join('/');
    this.isUp ||=
      performance.now() >= longestStartMs ||
      (await callN8n('GET', `${n8nUrl}/healthz/readiness`).then(
        ({ httpStatus }) => httpStatus <= 500,
        (error: unknown) => !whileStarting.test(readNetworkFault(error).code),
      ));
    return this.isUp;
  }
}

/** Whether n8n itself refused to send the request (`N8N_SSRF_PROTECTION_ENABLED`). */
function isBlockedByN8n(error: unknown): boolean {
  const { name, cause } = Object(error) as { name?: unknown; cause?: unknown };
  return String(name).startsWith('SsrfBlocked') || (cause !== undefined && isBlockedByN8n(cause));
}
