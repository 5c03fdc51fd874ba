import { readNetworkFault } from '../service/sendRequest';
import { addressOf, type Caller, askState } from './Waker';

// A proxy may be down for a while only; asking seldom costs nothing.
const doubtMs = 10 * 60_000;
const unreachable = 'n8n can’t reach its own address';
const blocked =
  'n8n’s SSRF protection doesn’t let it call its own address (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES can allow it)';

// n8n with thousands of executions takes its time.
const longestStartMs = 5 * 60_000;
/** Nobody listens yet, or, on a busy machine, n8n lets requests time out while it starts. */
const whileStarting = /^(ECONNREFUSED|ECONNABORTED|ECONNRESET|ETIMEDOUT)$/;

/** What this process found out about n8n's own address. */
export class Reach {
  /** What is wrong with it, if anything is, and until when that is believed. */
  private found: { problem: string | undefined; untilMs: number } | undefined;
  /** Executions that start at once ask together. */
  private asking: Promise<string | undefined> | undefined;
  private isUp = false;

  /**
   * Finds out whether n8n can reach its own address, by asking for the state of an execution that
   * does not exist: n8n itself says so then, whatever stands before it in the network.
   *
   * @param statusUrl - of an execution of this n8n
   * @returns why it cannot, in words that go after "because"; undefined when it can
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

  /** A call came to nothing: the next wait asks again. */
  doubt(): void {
    this.found = undefined;
  }

  /**
   * Finds out whether n8n has started. What n8n wakes before that works with parts that are not
   * ready, and n8n takes for crashed what is awake at a certain moment of it. Until then nobody
   * answers, or n8n, or a proxy before it, with 502 to 504. Of anything else nothing can be known: it
   * counts as started, and so does a process of five minutes.
   *
   * @param resumeUrl - of an execution of this n8n
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

/** Whether n8n itself refused to send a request (`N8N_SSRF_PROTECTION_ENABLED`). */
function isBlockedByN8n(error: unknown): boolean {
  const { name, cause } = Object(error) as { name?: unknown; cause?: unknown };
  return String(name).startsWith('SsrfBlocked') || (cause !== undefined && isBlockedByN8n(cause));
}
